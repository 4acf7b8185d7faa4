// `agridesk ready`: whether the server on this machine is ready, for health checks.
import { get } from 'node:http'
import { get as getTls } from 'node:https'
import { readConfig } from '#server/base/config.ts'

const { port, host, tls } = readConfig(process.env)
const path = '/readyz'
const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
const end = (problem: string): void => {
  process.stderr.write(`Not ready: ${problem}\n`)
  process.exitCode = 1
}
// The certificate is for the public name; this connection does not leave the machine.
const options = { host: address, port, path, timeout: 4000, rejectUnauthorized: false }
const request = (tls ? getTls : get)(options, (response) => {
  if (response.statusCode === 200) return void response.resume()
  let text = ''
  response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => end(text))
})
request.on('timeout', () => request.destroy(new Error('no answer within 4 s')))
request.on('error', (error) => end(error.message))
