from os import PathLike
from typing import Any, Callable, List, Mapping, Optional, Protocol, Sequence, Union

from ._tahur import Game, State
from .bots import Bot
from .results import Result


class _Chooses(Protocol):
    def choose(self, state: State, legal: List[int]) -> Union[int, str]: ...


AnyBot = Union[str, Bot, _Chooses, Callable[[], _Chooses]]
Bots = Union[AnyBot, Sequence[AnyBot]]
Seed = Union[int, str]
Columns = Union[str, Sequence[int]]
Position = Union[str, State, Mapping[str, Any]]


def arena(game: Union[str, Game], bots: Bots, *, games: Optional[int] = ..., iterations: Optional[int] = ...,
          time: Optional[int] = ..., luck: Optional[str] = ..., seed: Optional[Seed] = ..., threads: Optional[int] = ...,
          max_turns: Optional[int] = ..., random_plies: Optional[int] = ..., openings: Optional[str] = ...,
          on_fault: Optional[str] = ..., disqualify: Optional[int] = ..., sandbox: bool = ...,
          bot_cpu: Optional[int] = ..., bot_clock: Optional[float] = ..., bot_memory: Optional[int] = ...,
          untrusted: bool = ..., trusted: bool = ..., save: Optional[str] = ...,
          shard: Optional[str] = ..., record: Optional[str] = ...) -> Result: ...


def league(game: Union[str, Game], bots: Bots, *, format: Optional[str] = ..., games: Optional[int] = ...,
           iterations: Optional[int] = ..., time: Union[None, int, Sequence[int]] = ...,
           luck: Optional[str] = ..., seed: Optional[Seed] = ..., threads: Optional[int] = ..., max_turns: Optional[int] = ..., random_plies: Optional[int] = ...,
           openings: Optional[str] = ..., on_fault: Optional[str] = ..., disqualify: Optional[int] = ...,
           sandbox: bool = ..., bot_cpu: Optional[int] = ..., bot_clock: Optional[float] = ...,
           bot_memory: Optional[int] = ..., untrusted: bool = ..., trusted: bool = ...,
           save: Optional[str] = ..., shard: Optional[str] = ..., record: Optional[str] = ...) -> Result: ...


def compare(game: Union[str, Game], new: AnyBot, old: AnyBot, *, against: Optional[Bots] = ...,
            elo0: Optional[float] = ..., elo1: Optional[float] = ..., alpha: Optional[float] = ...,
            beta: Optional[float] = ..., games: Optional[int] = ..., iterations: Optional[int] = ...,
            time: Optional[int] = ..., luck: Optional[str] = ..., seed: Optional[Seed] = ..., threads: Optional[int] = ...,
            max_turns: Optional[int] = ..., random_plies: Optional[int] = ..., openings: Optional[str] = ...,
            on_fault: Optional[str] = ..., disqualify: Optional[int] = ..., sandbox: bool = ...,
            bot_cpu: Optional[int] = ..., bot_clock: Optional[float] = ..., bot_memory: Optional[int] = ...,
            untrusted: bool = ..., trusted: bool = ..., save: Optional[str] = ...,
            record: Optional[str] = ...) -> Result: ...


def grade(game: Union[str, Game], bot: AnyBot, against: Bots, *, require: Optional[float] = ...,
          confidence: Optional[float] = ..., games: Optional[int] = ..., iterations: Optional[int] = ...,
          time: Optional[int] = ..., luck: Optional[str] = ..., seed: Optional[Seed] = ..., threads: Optional[int] = ...,
          max_turns: Optional[int] = ..., random_plies: Optional[int] = ..., openings: Optional[str] = ...,
          on_fault: Optional[str] = ..., disqualify: Optional[int] = ..., sandbox: bool = ..., bot_cpu: Optional[int] = ..., bot_clock: Optional[float] = ...,
          bot_memory: Optional[int] = ..., untrusted: bool = ..., trusted: bool = ...,
          record: Optional[str] = ...) -> Result: ...


def analyze(game: Union[str, Game, State], position: Optional[Position] = ..., *, judge: Optional[AnyBot] = ...,
            by: Optional[str] = ..., rollouts: Optional[int] = ..., until: Optional[float] = ...,
            control: Optional[str] = ..., seed: Optional[int] = ..., threads: Optional[int] = ...) -> Result: ...


def review(path: Union[str, "PathLike[str]"], *, game: Optional[int] = ..., all: bool = ..., html: Optional[str] = ...,
           bot: Optional[str] = ..., games: Optional[int] = ..., judge: Optional[AnyBot] = ..., by: Optional[str] = ...,
           rollouts: Optional[int] = ..., until: Optional[float] = ..., control: Optional[str] = ...,
           seed: Optional[int] = ..., threads: Optional[int] = ...) -> Result: ...


def solve(game: Union[str, Game, State], position: Optional[Position] = ..., *, sides: Optional[int] = ...,
          shortest: Optional[int] = ..., forced: bool = ..., threads: Optional[int] = ...,
          csv: Optional[str] = ..., save: Optional[str] = ..., estimate: bool = ..., bounds: bool = ...,
          games: Optional[int] = ..., scenarios: Optional[int] = ..., paths: Optional[int] = ...) -> Result: ...


def odds(*, active: Optional[Columns] = ..., done: Optional[Columns] = ..., columns: Optional[int] = ...,
         closed: Optional[Columns] = ..., top: Optional[Columns] = ...) -> Result: ...
