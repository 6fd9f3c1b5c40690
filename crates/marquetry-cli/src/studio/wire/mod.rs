//! What travels between the server and the page. The page's types (`studio/src/wire.ts`) are made from
//! these. Numbers that may be beyond 2^53 travel as strings, boards as board lines.

mod make;
mod play;
mod puzzle;
mod run;
#[cfg(test)]
mod tests;

pub(super) use make::{MakeAnswer, MakeRequest, Preset, UniqueAnswer, UniqueRequest, Uniqueness};
pub(super) use play::{
    BoardRequest, ExportRequest, Exported, FitsAnswer, FitsRequest, HintAnswer, JudgeAnswer,
    PlayState,
};
pub(super) use puzzle::{
    About, AlgorithmInfo, ClueView, Emblem, KeepRequest, Motif, Place, PuzzleSummary, PuzzleView,
    ReadAnswer, ReadRequest,
};
pub(super) use run::{
    BoardAnswer, Live, News, Phase, Point, PresentView, RunDetail, RunNews, RunRequest, RunState,
    RunSummary, WatchRequest,
};
