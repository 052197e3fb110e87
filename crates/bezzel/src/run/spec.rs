//! A count as text that any machine reads back: what a ledger and a shard file hold.

use serde_json::{Value, json};

use crate::{Army, Board, BoardFile, Error, Goal, Piece, Problem, Quantity, Question, Square, Topology};

/// The question as JSON.
///
/// # Errors
/// Pieces that have no text of their own.
pub(super) fn write(question: &Question) -> Result<Value, Error> {
    let problem = question.problem();
    let board = problem.board();
    let size = format!("{}x{}", board.rows(), board.columns());
    let army =
        problem.army().members().iter().map(|member| Ok(json!([name(&member.piece)?, quantity(member.quantity)])));
    let fixed = problem.fixed().pieces().iter().map(|placed| {
        let piece = &problem.kinds()[usize::from(placed.kind)];
        Ok(json!([name(piece)?, placed.square.row, placed.square.column]))
    });
    Ok(json!({
        "goal": "count",
        "army": army.collect::<Result<Vec<_>, Error>>()?,
        "board": if board.is_bare() { size } else { board.to_string() },
        "topology": match board.topology() {
            Topology::Plane => "plane",
            Topology::Cylinder => "cylinder",
            Topology::Torus => "torus",
        },
        "fixed": fixed.collect::<Result<Vec<_>, Error>>()?,
    }))
}

/// The question that [`write`] wrote.
pub(super) fn read(spec: &Value) -> Result<Question, Error> {
    let wrong = || Error::parse(format!("no question that this version knows: {spec}"));
    if spec["goal"] != "count" {
        return Err(wrong());
    }
    let members = spec["army"].as_array().ok_or_else(wrong)?.iter().map(|member| {
        let text = |index: usize| member[index].as_str().ok_or_else(wrong);
        Ok((text(0)?.parse::<Piece>()?, text(1)?.parse::<Quantity>()?))
    });
    let army = Army::new(members.collect::<Result<Vec<_>, Error>>()?)?;
    let board = spec["board"].as_str().ok_or_else(wrong)?;
    let board = match board.parse::<Board>() {
        Ok(board) => board,
        Err(_) => BoardFile::parse(board.as_bytes())?.board().clone(),
    };
    let topology = match spec["topology"].as_str() {
        Some("plane") => Topology::Plane,
        Some("cylinder") => Topology::Cylinder,
        Some("torus") => Topology::Torus,
        _ => return Err(wrong()),
    };
    let fixed = spec["fixed"].as_array().ok_or_else(wrong)?.iter().map(|placed| {
        let number =
            |index: usize| placed[index].as_u64().and_then(|number| u32::try_from(number).ok()).ok_or_else(wrong);
        let piece = placed[0].as_str().ok_or_else(wrong)?.parse::<Piece>()?;
        Ok((piece, Square::new(number(1)?, number(2)?)))
    });
    let fixed = fixed.collect::<Result<Vec<_>, Error>>()?;
    let problem = Problem::new(board.with_topology(topology)?, army)?.with_fixed(fixed)?;
    Question::new(problem, Goal::Count)
}

/// A name that is read as the same piece.
fn name(piece: &Piece) -> Result<String, Error> {
    let name = piece.to_string();
    match name.parse::<Piece>() {
        Ok(same) if same == *piece => Ok(name),
        _ => {
            Err(Error::question(format!("a long count of {name} cannot be written down: use pieces that have a name")))
        }
    }
}

fn quantity(quantity: Quantity) -> String {
    match quantity {
        Quantity::Exactly(number) => number.to_string(),
        Quantity::Any => "any".into(),
        Quantity::Most => "max".into(),
        Quantity::Least => "min".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pieces;

    #[test]
    fn questions_are_read_back() {
        for (pieces, number, board, topology) in [
            ("queens", Quantity::Exactly(8), "8", Topology::Plane),
            ("(1,3)", Quantity::Any, "5x7", Topology::Torus),
            ("(1,2)*", Quantity::Exactly(3), "4x6", Topology::Cylinder),
            ("queen+(1,3)", Quantity::Exactly(3), "6", Topology::Plane),
            ("2K1Q", Quantity::Any, "..x\n...\n.x.", Topology::Plane),
            ("rooks", Quantity::Any, "1x3", Topology::Plane),
            ("rooks", Quantity::Any, "1\n1", Topology::Plane),
        ] {
            let board =
                board.parse::<Board>().or_else(|_| BoardFile::parse(board.as_bytes()).map(|file| file.board().clone()));
            let board = board.unwrap().with_topology(topology).unwrap();
            let pieces: Pieces = pieces.parse().unwrap();
            let number = pieces.kind().is_some().then_some(number);
            let army = pieces.into_army(number, &board).unwrap();
            let kind = army.kinds()[0].clone();
            let problem = Problem::new(board, army).unwrap().with_fixed([(kind, Square::new(0, 0))]).unwrap();
            let question = Question::new(problem, Goal::Count).unwrap();
            let spec = write(&question).unwrap();
            let text = spec.to_string();
            let again = read(&serde_json::from_str(&text).unwrap()).unwrap();
            assert_eq!(again.to_string(), question.to_string());
            assert_eq!(write(&again).unwrap().to_string(), text);
        }
        for wrong in [
            "{}",
            r#"{"goal":"list"}"#,
            r#"{"goal":"count","army":[["queen","8"]],"board":"?","topology":"plane","fixed":[]}"#,
        ] {
            assert!(read(&serde_json::from_str(wrong).unwrap()).is_err(), "{wrong}");
        }
    }
}
