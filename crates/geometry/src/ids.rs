//! Typed indices: a vertex number cannot be taken for a face number.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the array that this id indexes.
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// Index of a vertex of a collision mesh.
    VertexId
}
id! {
    /// Index of an edge of a collision mesh.
    EdgeId
}
id! {
    /// Index of a face of a collision mesh.
    FaceId
}
id! {
    /// Index of a surface: one cloth or one obstacle among those that a collision mesh joins.
    SurfaceId
}
