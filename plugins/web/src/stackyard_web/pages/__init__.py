"""The pages, forms and files that the server sends."""
