import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/** `npm run dev`: the server, restarted when its files change, and the web app with hot reload. */
const main = fileURLToPath(new URL('../server/main.ts', import.meta.url))
const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--watch', main], {
  stdio: 'inherit',
})
const web = await createServer({ configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)) })
await web.listen()
web.printUrls()

let isStopping = false
const stop = async (): Promise<void> => {
  if (isStopping) return
  isStopping = true
  server.kill('SIGTERM')
  await web.close()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
server.on('exit', () => void stop())
