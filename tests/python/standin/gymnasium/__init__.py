"""A stand-in for Gymnasium 1.1, which cannot be installed where these tests run: as much of its documented contract as
the tests of tahur's environments need, with the checks that its environment checker and wrappers are documented to
make."""
from . import spaces
from .core import Env, Wrapper
from .registration import EnvSpec, make, make_vec, register, registry, spec
from .spaces import Space
from . import utils, vector, wrappers

__version__ = "1.1.0"
__all__ = ["Env", "EnvSpec", "Space", "Wrapper", "make", "make_vec", "register", "registry", "spaces", "spec", "utils",
           "vector", "wrappers"]
