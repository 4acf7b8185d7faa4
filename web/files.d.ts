// Types of imported style sheets and pictures.
/// <reference types="vite/client" />

declare module 'translations:*' {
  export const translations: Readonly<Record<string, string>>
}

/** Background Sync, which only some browsers have. */
interface ServiceWorkerRegistration {
  readonly sync?: { register: (tag: string) => Promise<void> }
}

/** Trusted Types, which only some browsers have. */
declare const trustedTypes:
  | {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ) => { createScriptURL: (url: string) => string }
    }
  | undefined
