"""The modules that run in the browser, under Pyodide."""
