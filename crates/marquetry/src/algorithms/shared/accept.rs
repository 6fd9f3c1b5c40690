//! When a changed board is kept.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When a changed board replaces the old one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Accept {
    /// Only if it scores more.
    #[default]
    Better,
    /// Also if it scores the same.
    Equal,
}
