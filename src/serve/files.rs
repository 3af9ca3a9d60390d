//! Hands out the files of the page, which are part of the program. No other file of the machine can be asked for.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

/// The files of the folder `page`. A debug build reads the folder anew for every request.
#[derive(RustEmbed)]
#[folder = "page"]
struct Page;

/// The response with the file of this name, or the status 404 if there is no such file.
pub(super) fn answer(name: &str) -> Response {
    let Some((file, kind)) = Page::get(name).zip(kind(name)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut response = Body::from(file.data).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    // Browsers must ask again each time, because another version of the program may use this port later.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// The MIME type of a file by its extension; `None` for extensions that the page does not use.
fn kind(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_type_and_all_are_small() {
        let mut bytes = 0;
        for name in Page::iter() {
            assert!(kind(&name).is_some(), "{name}");
            bytes += Page::get(&name).unwrap().data.len();
        }
        assert!(bytes > 10_000 && bytes < 300_000, "{bytes}");
    }

    #[test]
    fn there_is_nothing_outside_the_page() {
        for name in [
            "",
            "..",
            "../Cargo.toml",
            "/etc/passwd",
            "words/../../Cargo.toml",
            "none.js",
        ] {
            assert_eq!(answer(name).status(), StatusCode::NOT_FOUND, "{name}");
        }
        assert_eq!(answer("index.html").status(), StatusCode::OK);
    }
}
