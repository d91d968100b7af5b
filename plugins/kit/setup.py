import shutil

from setuptools import setup

shutil.rmtree("build", ignore_errors=True)  # a left-over one would ship stale code
setup()
