//! Lists of the text that are gone through with their length.

use crate::ReadError;
use crate::gltf::json::Json;

/// Goes through the list at a place, if there is one.
pub(super) fn each(
    list: Option<Json>,
    read: impl FnMut(&mut Json) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    list.map_or(Ok(()), |mut list| list.array(read))
}
