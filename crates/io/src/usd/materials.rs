//! Names of materials and groups as USD text: subsets of faces, and empty materials to bind.

use std::io::{self, Write};

use super::names::{prim_names, quoted};
use super::topology::write_list;
use crate::Mesh;
use crate::part::Part;

/// Names of the prims of a file.
pub(super) struct Materials<'a> {
    /// One for each part.
    pub(super) prims: Vec<String>,
    /// Name of the scope of the materials.
    scope: String,
    /// Names of materials with their prims.
    names: Vec<(&'a str, String)>,
}

impl<'a> Materials<'a> {
    pub(super) fn of(mesh: &'a Mesh, parts: &[Part]) -> Self {
        let mut prims = prim_names(parts.iter().map(|part| part.name).chain(["Materials"]));
        let scope = prims.pop().unwrap_or_default();
        let mut names: Vec<&str> = mesh.materials.iter().map(|material| material.name).collect();
        names.retain(|name| !name.is_empty());
        names.sort_unstable();
        names.dedup();
        let own = prim_names(names.iter().copied());
        Self { prims, scope, names: names.into_iter().zip(own).collect() }
    }

    /// Writes subsets of the faces of a part, by material and, if the part is an object, by group.
    pub(super) fn write_subsets(
        &self,
        writer: &mut impl Write,
        mesh: &Mesh,
        part: &Part,
    ) -> io::Result<()> {
        let is_named = |(name, _): &(&str, Vec<usize>)| !name.is_empty();
        let mut materials = part.polygons_by_name(&mesh.materials);
        materials.retain(is_named);
        let mut groups = Vec::new();
        if !mesh.objects.is_empty() {
            groups = part.polygons_by_name(&mesh.groups);
            groups.retain(|group| is_named(group) && group.0 != part.name);
        }
        if !materials.is_empty() {
            writeln!(
                writer,
                "        uniform token subsetFamily:materialBind:familyType = \"nonOverlapping\""
            )?;
        }
        let titles = materials.iter().chain(&groups).map(|(name, _)| *name);
        let prims = prim_names(titles);
        for (number, (name, polygons)) in materials.iter().chain(&groups).enumerate() {
            let is_material = number < materials.len();
            let family = if is_material { "materialBind" } else { "groups" };
            writeln!(writer, "        def GeomSubset \"{}\" (", prims[number])?;
            if is_material {
                writeln!(writer, "            prepend apiSchemas = [\"MaterialBindingAPI\"]")?;
            }
            writeln!(writer, "            displayName = {}\n        )\n        {{", quoted(name))?;
            writeln!(writer, "            uniform token elementType = \"face\"")?;
            writeln!(writer, "            uniform token familyName = \"{family}\"")?;
            write!(writer, "            int[] indices = ")?;
            write_list(writer, polygons)?;
            writeln!(writer)?;
            if let Some(prim) = self.prim(name).filter(|_| is_material) {
                let scope = &self.scope;
                writeln!(writer, "            rel material:binding = </ripstop/{scope}/{prim}>")?;
            }
            writeln!(writer, "        }}")?;
        }
        Ok(())
    }

    /// Writes the materials, of which the names alone are known.
    pub(super) fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        if self.names.is_empty() {
            return Ok(());
        }
        writeln!(writer, "    def Scope \"{}\"\n    {{", self.scope)?;
        for (name, prim) in &self.names {
            let title = quoted(name);
            writeln!(
                writer,
                "        def Material \"{prim}\" (\n            displayName = {title}\n        )\n        {{\n        }}"
            )?;
        }
        writeln!(writer, "    }}")
    }

    fn prim(&self, name: &str) -> Option<&str> {
        let place = self.names.binary_search_by_key(&name, |(name, _)| name).ok()?;
        Some(&self.names[place].1)
    }
}
