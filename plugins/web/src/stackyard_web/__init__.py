"""Stackyard in the browser: a server, its pages and the tables at which matches are played.

Each room imports only from itself and from rooms before it:

1. `errors`, `protocol`, `views`: messages between page and server, and their parts;
2. `server`: connections, addresses, limits, safety, logs;
3. `workers`: worker processes for engines and exports;
4. `tables`: matches, the actions of players, the pages that show them;
5. `pages`: HTML pages, forms and downloads;
6. `app`, `serve`, `plugin`: the application and the command that starts it.
"""
