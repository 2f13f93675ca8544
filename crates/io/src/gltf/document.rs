//! The text of a glTF file: its container, its tables, its scene.

use super::json::{Json, unescaped};
use super::tables::{Link, Tables};
use crate::growth::PushSlowly;
use crate::{Place, ReadError};

/// Extensions that a file may require: they change no geometry, or only what is read anyway.
const HARMLESS: [&str; 4] =
    ["KHR_mesh_quantization", "KHR_texture_transform", "KHR_texture_basisu", "KHR_lights_punctual"];

/// A glTF file, with places in its text instead of a tree.
#[derive(Debug)]
pub(super) struct Document<'a> {
    pub(super) json: Json<'a>,
    /// The binary chunk of a GLB file.
    pub(super) chunk: Option<&'a [u8]>,
    pub(super) tables: Tables,
    /// The place of the list of root nodes, if there is a scene.
    pub(super) roots: Option<u32>,
    /// The places of the lists of skins, meshes and animations.
    pub(super) skins: Option<u32>,
    pub(super) meshes: Option<u32>,
    pub(super) animations: Option<u32>,
}

impl<'a> Document<'a> {
    pub(super) fn parse(bytes: &'a [u8]) -> Result<Self, ReadError> {
        let (text, base, chunk) = if bytes.starts_with(b"glTF") {
            let [json, binary] = chunks(bytes)?;
            (json.unwrap_or_default(), 20, binary)
        } else {
            // A byte order mark is read over.
            let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            (text, bytes.len() - text.len(), None)
        };
        if u32::try_from(text.len()).is_err() {
            let limit = u64::from(u32::MAX);
            return Err(ReadError::TooMany {
                place: Place::Byte(0),
                items: "bytes of JSON",
                limit,
            });
        }
        let json = Json::new(text, base);
        let mut document = Self {
            json,
            chunk,
            tables: Tables::default(),
            roots: None,
            skins: None,
            meshes: None,
            animations: None,
        };
        document.read()?;
        Ok(document)
    }

    fn read(&mut self) -> Result<(), ReadError> {
        let mut json = self.json;
        let Self { tables, skins, meshes, animations, .. } = self;
        let (mut is_version_2, mut scene, mut scenes) = (false, 0, None);
        json.object(|json, key| match key {
            b"asset" => json.object(|json, key| match key {
                b"version" => {
                    let start = *json;
                    is_version_2 = json.string()?.starts_with(b"2.");
                    if is_version_2 { Ok(()) } else { Err(start.error("version 2 of glTF")) }
                }
                _ => json.skip(),
            }),
            b"extensionsRequired" => json.array(|json| {
                let start = *json;
                let name = json.string()?;
                let is_harmless = name.starts_with(b"KHR_materials_")
                    || HARMLESS.iter().any(|known| known.as_bytes() == name);
                let expected = "no required extension that changes geometry";
                if is_harmless { Ok(()) } else { Err(start.error(expected)) }
            }),
            b"buffers" => json.array(|json| tables.read_buffer(json)),
            b"bufferViews" => json.array(|json| tables.read_view(json)),
            b"accessors" => json.array(|json| tables.read_accessor(json)),
            b"meshes" => {
                *meshes = Some(json.note());
                json.array(|json| tables.read_mesh(json))
            }
            b"skins" => {
                *skins = Some(json.note());
                json.skip()
            }
            b"animations" => {
                *animations = Some(json.note());
                json.skip()
            }
            b"materials" => json.array(|json| tables.read_material(json)),
            b"nodes" => json.array(|json| {
                tables.nodes.push_slowly(json.note());
                json.object(|json, _| json.skip())
            }),
            b"scene" => json.index().map(|value| scene = value),
            b"scenes" => {
                scenes = Some(json.note());
                json.skip()
            }
            _ => json.skip(),
        })?;
        json.end()?;
        if !is_version_2 {
            return Err(self.json.error("an asset with version 2 of glTF"));
        }
        self.roots = scenes.map(|scenes| self.find_roots(scenes, scene)).transpose()?.flatten();
        Ok(())
    }

    /// The list of root nodes of a scene, if it has one.
    fn find_roots(&self, scenes: u32, scene: u32) -> Result<Option<u32>, ReadError> {
        let (mut count, mut roots) = (0, None);
        self.json.at(scenes).array(|json| {
            let is_wanted = count == scene;
            count += 1;
            json.object(|json, key| {
                if is_wanted && key == b"nodes" {
                    roots = Some(json.note());
                }
                json.skip()
            })
        })?;
        if scene < count || count == 0 {
            return Ok(roots);
        }
        let place = self.json.at(scenes).byte();
        let (index, items) = (scene.into(), "scenes");
        Err(ReadError::IndexOutOfRange { place, index, items, count: count.into() })
    }

    /// The string at a place; of a long one only the beginning.
    pub(super) fn string_at(&self, place: Link) -> Result<String, ReadError> {
        const LONGEST: usize = 1024;
        let Some(place) = place.get() else { return Ok(String::new()) };
        let raw = self.json.at(place).string()?;
        Ok(unescaped(&raw[..raw.len().min(LONGEST)]))
    }
}

/// The JSON and the binary chunk of a GLB file.
fn chunks(bytes: &[u8]) -> Result<[Option<&[u8]>; 2], ReadError> {
    let word = |byte: usize| bytes[byte..].first_chunk().copied().map(u32::from_le_bytes);
    let place = |byte: usize| Place::Byte(byte as u64);
    let header = bytes.get(..12).and_then(|_| word(4).zip(word(8)));
    let (version, length) = header
        .ok_or_else(|| ReadError::ends(place(bytes.len()), "the 12 bytes of a GLB header"))?;
    if version != 2 {
        let found = version.to_string();
        return Err(ReadError::unexpected(place(4), "version 2 of GLB", found));
    }
    if length as usize != bytes.len() {
        let found = format!("a file of {} bytes", bytes.len());
        return Err(ReadError::unexpected(place(8), format!("{length} bytes"), found));
    }
    let mut found = [None; 2];
    let mut start = 12;
    while start < bytes.len() {
        let header = bytes.get(start..start + 8).and_then(|_| word(start).zip(word(start + 4)));
        let (length, kind) = header
            .ok_or_else(|| ReadError::ends(place(bytes.len()), "the 8 bytes of a chunk header"))?;
        let data = bytes.get(start + 8..).and_then(|rest| rest.get(..length as usize));
        let data = data.ok_or_else(|| {
            let expected = format!("a chunk of {length} bytes");
            let found = format!("{} bytes", bytes.len() - start - 8);
            ReadError::unexpected(place(start), expected, found)
        })?;
        match (&kind.to_le_bytes(), found) {
            (b"JSON", [None, None]) => found[0] = Some(data),
            (b"BIN\0", [Some(_), None]) => found[1] = Some(data),
            (_, [Some(_), _]) => {}
            _ => return Err(ReadError::unexpected(place(start + 4), "a chunk `JSON`", "another")),
        }
        start += 8 + data.len();
    }
    if found[0].is_none() {
        return Err(ReadError::ends(place(start), "a chunk `JSON`"));
    }
    Ok(found)
}
