//! PNG pictures: the SVG drawn to pixels, with letters from a typeface that the program brings along, so that a machine
//! without any gives the same picture.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};

/// The most pixels of a picture: 256 MB while it is drawn.
const MAX_PIXELS: f64 = (1u64 << 26) as f64;

/// The picture in PNG, so many pixels wide.
///
/// # Errors
/// In words, if it would be too large.
pub fn from_svg(svg: &[u8], width: u32) -> Result<Vec<u8>, String> {
    let tree = parse(svg)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil().max(1.0);
    if f64::from(width) * f64::from(height) > MAX_PIXELS {
        let ratio = f64::from(tree.size().height() / tree.size().width());
        let most = (MAX_PIXELS / ratio).sqrt().floor();
        return Err(format!(
            "a PNG of {width} x {height} pixels is too large: use --width {most} or less, or SVG, which has no size"
        ));
    }
    let mut pixels = Pixmap::new(width, height as u32).ok_or("a PNG must have a pixel")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| format!("the PNG cannot be made: {error}"))
}

/// The picture as the drawing library understands it.
fn parse(svg: &[u8]) -> Result<Tree, String> {
    let options = Options { fontdb: Arc::new(typefaces()), ..Options::default() };
    Tree::from_data(svg, &options).map_err(|error| format!("the picture cannot be read: {error}"))
}

fn typefaces() -> Database {
    let mut typefaces = Database::new();
    typefaces.load_font_data(dejavu::sans::regular().to_vec());
    typefaces.load_font_data(dejavu::sans::bold().to_vec());
    typefaces.set_sans_serif_family("DejaVu Sans");
    typefaces
}
