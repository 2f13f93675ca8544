//! Errors of bands, buttons and pins on springs name what makes no sense.

use crate::start;

const SHEET: &str =
    "[[cloth]]\nname = 'sheet'\nshape.grid = { size = [0.2, 0.2], resolution = [3, 3] }\n";

#[test]
fn what_makes_no_sense_is_an_error_that_names_it() {
    for (more, expected) in [
        ("[[band]]\nname = 'hem'\n", "band 0 (`hem`)"),
        ("[[band]]\nvertices = [0, 1]\nline = 'hem'\n", "`vertices` or `line`"),
        ("[[band]]\nline = 'hem'\n", "(`sheet`) has no line `hem`"),
        ("[[band]]\nvertices = [0]\n", "it has 1 vertices, but needs 2"),
        ("[[band]]\nvertices = [0, 1, 9]\n", "it names vertex 9"),
        ("[[band]]\nvertices = [0, 2]\n", "vertices 0 and 2"),
        ("[[band]]\nvertices = [0, 1]\nstiffness = -1.0\n", "its stiffness is -1"),
        ("[[band]]\nvertices = [0, 1]\nlength = 0.0\n", "its length is 0"),
        ("[[band]]\ncloth = 'shet'\nvertices = [0, 1]\n", "no cloth `shet`, did you mean `sheet`?"),
        ("[[button]]\nvertices = [3, 3]\n", "button 0 (`button`): vertex 3 is tied to itself"),
        ("[[button]]\nvertices = [3, 30]\n", "it names vertex 30"),
        ("[[button]]\nspeed = 0.0\n", "speed of a tie"),
        ("[[button]]\nfrom = nan\n", "beginning of a tie"),
        ("[[button]]\ncloths = ['sheet', 'shirt']\n", "no cloth `shirt`"),
        ("[[cloth.pin]]\nselect.vertices = [0]\nstiffness = 3.0\n", "which needs an `attach`"),
        (
            "[[cloth.pin]]\nselect.vertices = [0]\nattach = 'ball'\nstiffness = 0.0\n\
             [[obstacle]]\nname = 'ball'\nshape.sphere = { radius = 0.1 }\n\
             transform.translate = [0, 0, 1]\n",
            "stiffness of a tie",
        ),
        ("[settings]\nwind = { keys = [] }\n", "wind.keys"),
        (
            "[settings]\nwind = { keys = [{ time = 1.0, velocity = [1, 0, 0] }, \
             { time = 0.5, velocity = [1, 0, 0] }] }\n",
            "after that of the key before",
        ),
    ] {
        let error = start(&format!("{SHEET}{more}")).err().map(|error| error.to_string());
        let error = error.unwrap_or_else(|| panic!("{more} is fine"));
        assert!(error.contains(expected), "{more}: {error}");
    }
}
