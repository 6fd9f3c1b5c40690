//! How the server says no: a status and one sentence.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// A request that is not granted.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) says: String,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, says: impl Into<String>) -> Self {
        Self { status, says: says.into() }
    }

    /// Something is asked for that is not there.
    pub(super) fn unknown(what: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, what)
    }

    /// What was sent makes no sense.
    pub(super) fn unusable(says: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, says)
    }
}

/// What cannot be used is the sender's mistake unless said otherwise.
impl From<anyhow::Error> for Refusal {
    fn from(error: anyhow::Error) -> Self {
        Self::unusable(format!("{error:#}"))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let line = self.says.split_whitespace().collect::<Vec<_>>().join(" ");
        (self.status, line + "\n").into_response()
    }
}
