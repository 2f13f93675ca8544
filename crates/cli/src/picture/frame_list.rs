//! Frames as the command line names them: `0,30,60`, `0..120:20`, `last`.

use std::str::FromStr;

use anyhow::{Result, bail};

/// Parts of a list of frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FrameList(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    One(usize),
    /// From, up to and including, step.
    Range(usize, Option<usize>, usize),
    Last,
}

impl FromStr for FrameList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split(',').map(|part| parse(part.trim())).collect::<Result<_, _>>().map(Self)
    }
}

fn parse(part: &str) -> Result<Part, String> {
    let number = |text: &str| {
        text.parse::<usize>().map_err(|_| {
            format!("`{part}` is neither a frame, nor FROM..TO, FROM..TO:STEP, `last`")
        })
    };
    if part == "last" {
        return Ok(Part::Last);
    }
    let Some((from, rest)) = part.split_once("..") else { return number(part).map(Part::One) };
    let (to, step) = rest.split_once(':').unwrap_or((rest, "1"));
    let from = if from.is_empty() { 0 } else { number(from)? };
    let to = if to.is_empty() || to == "last" { None } else { Some(number(to)?) };
    let step = number(step)?;
    if step == 0 {
        return Err(format!("`{part}` has a step of 0"));
    }
    Ok(Part::Range(from, to, step))
}

impl FrameList {
    /// The last frame.
    pub(crate) fn last() -> Self {
        Self(vec![Part::Last])
    }

    /// The frames, in the order in which they are named, of a run that has so many.
    pub(crate) fn frames(&self, frame_count: usize) -> Result<Vec<usize>> {
        let last = frame_count.saturating_sub(1);
        let mut frames = Vec::new();
        for part in &self.0 {
            match *part {
                Part::One(frame) => frames.push(frame),
                Part::Last => frames.push(last),
                Part::Range(from, to, step) => {
                    frames.extend((from..=to.unwrap_or(last).min(frame_count)).step_by(step));
                }
            }
        }
        match frames.iter().find(|&&frame| frame > last) {
            Some(frame) => bail!("there is no frame {frame}: the run has frames 0 to {last}"),
            None if frames.is_empty() => bail!("no frame is named: the run has frames 0 to {last}"),
            None => Ok(frames),
        }
    }
}

/// As many frames, evenly spread from the first to the last.
pub(crate) fn spread(frame_count: usize, wanted: usize) -> Vec<usize> {
    let last = frame_count.saturating_sub(1);
    let parts = wanted.min(frame_count).saturating_sub(1);
    if parts == 0 {
        return vec![last];
    }
    (0..=parts).map(|i| (i * last + parts / 2) / parts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_ranges_and_the_last_frame() {
        for (text, expected) in [
            ("0,30,60", vec![0, 30, 60]),
            ("last", vec![100]),
            ("0..100:25, 7", vec![0, 25, 50, 75, 100, 7]),
            ("98..", vec![98, 99, 100]),
            ("..2", vec![0, 1, 2]),
            ("90..last:5", vec![90, 95, 100]),
        ] {
            let list: FrameList = text.parse().unwrap();
            assert_eq!(list.frames(101).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_an_error() {
        for text in ["", "a", "1,,2", "-1", "1..b", "0..5:0"] {
            assert!(text.parse::<FrameList>().is_err(), "{text}");
        }
        for (text, words) in
            [("0,101", "no frame 101"), ("99..300", "no frame 101"), ("5..2", "no frame is named")]
        {
            let list: FrameList = text.parse().unwrap();
            let message = list.frames(101).unwrap_err().to_string();
            assert!(message.contains(words) && message.contains("0 to 100"), "{message}");
        }
        // However long a range is, it costs no more than the run.
        assert!("0..99999999999999".parse::<FrameList>().unwrap().frames(3).is_err());
    }

    #[test]
    fn frames_are_spread_from_the_first_to_the_last() {
        assert_eq!(spread(101, 5), [0, 25, 50, 75, 100]);
        assert_eq!(spread(3, 9), [0, 1, 2]);
        assert_eq!(spread(1, 9), [0]);
        assert_eq!(spread(50, 1), [49]);
    }
}
