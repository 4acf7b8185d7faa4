// Types of imported style sheets and pictures.
/// <reference types="vite/client" />
