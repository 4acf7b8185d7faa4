import type { Trial } from './trial.ts'
import { tryImage } from './try-image.ts'
import { tryPgBackRest } from './try-pgbackrest.ts'
import { tryProxy } from './try-proxy.ts'
import { tryRelease } from './try-release.ts'
import { decrypt, trySystemd } from './try-systemd.ts'

interface Way {
  run: (trial: Trial) => Promise<void>
  /** The blocks and commands of docs/operations.md that are run. */
  runs: readonly string[]
}

/** The ways to run a release that are tried with `npm run try-deploy`. */
export const trials: Readonly<Record<string, Way>> = {
  release: { run: tryRelease, runs: ['sh install', 'sh start', 'bin/agridesk --help'] },
  image: {
    run: tryImage,
    runs: ['sh container', 'podman run --rm --volume agridesk:/data agridesk:0.1.0 restore'],
  },
  proxy: { run: tryProxy, runs: [] },
  systemd: {
    run: trySystemd,
    runs: ['sh install', 'sh systemd', 'sh upgrade', 'bin/agridesk backup --list', decrypt],
  },
  pgbackrest: {
    run: tryPgBackRest,
    runs: [
      'sh install',
      'sh systemd',
      'sh postgres',
      'sh pgbackrest',
      'sh pgbackrest drill',
      'sh pgbackrest restore',
      'sql sessions',
    ],
  },
}
