//! The messages of turnwire.  `generated/` is made from `proto/`; this file says which module holds which package.

/// The package `turnwire.v1`: the canonical model, and the messages of its service.
pub mod v1 {
    include!("generated/turnwire.v1.rs");
}

/// The package `turnwire.geppetto.v1`.
pub mod geppetto {
    pub mod v1 {
        include!("generated/turnwire.geppetto.v1.rs");
    }
}

/// The package `turnwire.glm.v1`.
pub mod glm {
    pub mod v1 {
        include!("generated/turnwire.glm.v1.rs");
    }
}

/// The package `turnwire.gpt2099.v1`.
pub mod gpt2099 {
    pub mod v1 {
        include!("generated/turnwire.gpt2099.v1.rs");
    }
}
