"""What runs in the browser, under Pyodide."""
