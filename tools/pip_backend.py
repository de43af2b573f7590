"""The build backend of pip: meson-python, with two differences.

Where the Python that pip builds with has no meson-python, that of Debian is used (python3-mesonpy), so that
`pip install .` needs no network. And the wheel is tagged for every Python from 3.9 on, which its extension module
serves; meson-python 0.12 names the version that has built it."""
import base64
import hashlib
import os
import re
import sys
import zipfile

DEBIAN, OLDEST = "/usr/lib/python3/dist-packages", "cp39"

try:
    import mesonpy
except ModuleNotFoundError:
    sys.path.append(DEBIAN)
    try:
        import mesonpy
    except ModuleNotFoundError:
        sys.exit("pip needs meson-python to build tahur: install the Debian package python3-mesonpy, or meson-python")


def get_requires_for_build_wheel(config_settings=None):
    return []  # nothing that pip would have to download


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = mesonpy.build_wheel(wheel_directory, config_settings, metadata_directory)
    return retag(wheel_directory, name)


def retag(folder, name):
    """Writes the wheel again under the tag of the oldest Python that it serves. The new file's name."""
    new = re.sub(r"-cp3\d+-abi3-", f"-{OLDEST}-abi3-", name)
    if new == name:
        return name
    with zipfile.ZipFile(os.path.join(folder, name)) as old:
        files = {info.filename: old.read(info) for info in old.infolist()}
        modes = {info.filename: info for info in old.infolist()}
    tags, = (file for file in files if file.endswith(".dist-info/WHEEL"))
    record, = (file for file in files if file.endswith(".dist-info/RECORD"))
    files[tags] = re.sub(rb"(?m)^Tag: cp3\d+-abi3-", f"Tag: {OLDEST}-abi3-".encode(), files[tags])
    digest = base64.urlsafe_b64encode(hashlib.sha256(files[tags]).digest()).rstrip(b"=").decode()
    files[record] = re.sub(rf"(?m)^{re.escape(tags)},.*$", f"{tags},sha256={digest},{len(files[tags])}",
                           files[record].decode()).encode()
    with zipfile.ZipFile(os.path.join(folder, new), "w", zipfile.ZIP_DEFLATED) as wheel:
        for file, content in files.items():
            modes[file].compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(modes[file], content)
    os.unlink(os.path.join(folder, name))
    return new
