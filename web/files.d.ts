// What an import of a style sheet or a picture is.
/// <reference types="vite/client" />
