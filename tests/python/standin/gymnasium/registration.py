"""register, make and make_vec."""
import copy
import dataclasses
import importlib
import re

registry = {}


@dataclasses.dataclass
class EnvSpec:
    id: str
    entry_point: str
    max_episode_steps: int = None
    order_enforce: bool = True
    disable_env_checker: bool = False
    nondeterministic: bool = False
    kwargs: dict = dataclasses.field(default_factory=dict)
    vector_entry_point: str = None

    def make(self, **kwargs):
        return make(self, **kwargs)


def register(id, entry_point=None, *, vector_entry_point=None, kwargs=None, **more):
    assert re.fullmatch(r"(?:[\w:-]+/)?[\w:.-]+?(?:-v\d+)?", id), f"malformed id {id!r}"
    assert id not in registry, f"{id} is registered twice"
    registry[id] = EnvSpec(id, entry_point, kwargs=kwargs or {}, vector_entry_point=vector_entry_point, **more)


def spec(id):
    module, colon, name = id.partition(":")
    if colon:
        importlib.import_module(module)
    return registry[name if colon else id]


def load(entry_point):
    module, _, name = entry_point.partition(":")
    return getattr(importlib.import_module(module), name)


def make(id, max_episode_steps=None, disable_env_checker=None, **kwargs):
    from .wrappers import OrderEnforcing, PassiveEnvChecker, TimeLimit
    known = id if isinstance(id, EnvSpec) else spec(id)
    creator, kwargs = load(known.entry_point), {**known.kwargs, **kwargs}
    if kwargs.get("render_mode") is not None:
        assert kwargs["render_mode"] in creator.metadata["render_modes"], kwargs
    env = creator(**kwargs)
    own = copy.deepcopy(known)
    own.kwargs, own.max_episode_steps = copy.deepcopy(kwargs), max_episode_steps
    env.unwrapped.spec = own
    if not disable_env_checker:
        env = PassiveEnvChecker(env)
    env = OrderEnforcing(env)
    return TimeLimit(env, max_episode_steps) if max_episode_steps is not None else env


def make_vec(id, num_envs=1, **kwargs):
    from .vector import AutoresetMode
    known = spec(id)
    env = load(known.vector_entry_point)(num_envs=num_envs, **{**known.kwargs, **kwargs})
    own = copy.deepcopy(known)
    own.kwargs = {**known.kwargs, **kwargs, "num_envs": num_envs}
    env.unwrapped.spec = own
    assert isinstance(env.metadata.get("autoreset_mode"), AutoresetMode), env.metadata
    return env
