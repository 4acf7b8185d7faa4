import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// A storage with the part of S3 that backups use. It computes signatures by itself, from the specification:
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html

export const storageKeys = { accessKey: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

interface StoredValue {
  bytes: Buffer
  at: Date
}

export interface StorageServer {
  endpoint: string
  bucket: string
  objects: Map<string, StoredValue>
  /** Parts of uploads that were neither completed nor removed. */
  uploads: Map<string, Map<number, Buffer>>
  /** `method key` of every request that was answered. */
  answered: string[]
  /** Answers requests instead; returns whether it did. */
  fault: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  /** Objects of a list. */
  pageSize: number
  close: () => Promise<void>
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The code of S3 if the request is not signed with the keys; undefined if it is. */
function refusalOf(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const header = (name: string): string => String(request.headers[name] ?? '')
  const [, accessKey, day, region, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      header('authorization'),
    ) ?? []
  if (accessKey !== storageKeys.accessKey) return 'InvalidAccessKeyId'
  if (header('x-amz-content-sha256') !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).toSorted()
  const signed = names!.split(';')
  if (!signed.includes('host') || !signed.includes('x-amz-date')) return 'AccessDenied'
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    ...signed.map((name) => `${name}:${header(name)}`),
    '',
    names,
    header('x-amz-content-sha256'),
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, sha256(canonical)].join('\n')
  const key = [region!, 's3', 'aws4_request'].reduce<Buffer>(
    (before, each) => hmac(before, each),
    hmac(`AWS4${storageKeys.secretKey}`, day!),
  )
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

export const answerError = (response: ServerResponse, status: number, code: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code} &amp; more</Message></Error>`,
  )
}

export async function startStorageServer(): Promise<StorageServer> {
  const storage: StorageServer = {
    endpoint: '',
    bucket: 'backups',
    objects: new Map(),
    uploads: new Map(),
    answered: [],
    fault: undefined,
    pageSize: 1000,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer((request, response) => {
    if (storage.fault?.(request, response)) return
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => serve(storage, request, response, Buffer.concat(chunks)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  storage.endpoint = `http://127.0.0.1:${port}`
  return storage
}

function serve(
  storage: StorageServer,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const url = new URL(request.url ?? '/', storage.endpoint)
  const refused = refusalOf(request, url, body)
  if (refused !== undefined) return answerError(response, 403, refused)
  const [, bucket, ...rest] = url.pathname.split('/')
  const key = rest.join('/')
  if (bucket !== storage.bucket) return answerError(response, 404, 'NoSuchBucket')
  storage.answered.push(`${request.method} ${key}`)
  const uploadId = url.searchParams.get('uploadId')
  if (uploadId !== null) return serveUpload(storage, request, response, { key, uploadId, body, url })
  if (request.method === 'POST') {
    const id = `upload-${storage.answered.length}`
    storage.uploads.set(id, new Map())
    response.end(`<R><UploadId>${id}</UploadId></R>`)
  } else if (request.method === 'PUT') {
    storage.objects.set(key, { bytes: body, at: new Date() })
    response.end()
  } else if (request.method === 'DELETE') {
    storage.objects.delete(key)
    response.writeHead(204).end()
  } else if (key === '')
    response.end(url.searchParams.has('uploads') ? listUploads(storage) : list(storage, url))
  else {
    const found = storage.objects.get(key)
    if (!found) return answerError(response, 404, 'NoSuchKey')
    response.setHeader('last-modified', found.at.toUTCString()).end(found.bytes)
  }
}

interface PartRequest {
  key: string
  uploadId: string
  body: Buffer
  url: URL
}

function serveUpload(
  { uploads, objects }: StorageServer,
  request: IncomingMessage,
  response: ServerResponse,
  { key, uploadId, body, url }: PartRequest,
): void {
  const parts = uploads.get(uploadId)
  if (!parts) return answerError(response, 404, 'NoSuchUpload')
  if (request.method === 'PUT') {
    parts.set(Number(url.searchParams.get('partNumber')), body)
    response.setHeader('etag', `"${sha256(body)}"`).end()
    return
  }
  uploads.delete(uploadId)
  if (request.method === 'POST') {
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number))
    objects.set(key, { bytes: Buffer.concat(numbers.map((number) => parts.get(number)!)), at: new Date() })
  }
  response.end('<R></R>')
}

const listUploads = ({ uploads }: StorageServer): string =>
  `<R>${[...uploads.keys()].map((id) => `<Upload><Key>agridesk/left</Key><UploadId>${id}</UploadId></Upload>`).join('')}</R>`

function list({ objects, pageSize }: StorageServer, url: URL): string {
  const after = url.searchParams.get('continuation-token') ?? ''
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(url.searchParams.get('prefix') ?? '') && key > after)
    .toSorted()
  const page = keys.slice(0, pageSize)
  const next =
    keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<R>${page.map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)!.bytes.length}</Size></Contents>`).join('')}${next}</R>`
}
