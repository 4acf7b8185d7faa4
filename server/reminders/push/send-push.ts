import { request, type RequestOptions } from 'node:https'
import { publicLookup } from '../../base/public-address.ts'

export interface PushMessage {
  endpoint: URL
  authorization: string
  body: Buffer
}

/** Resolves to the status of the answer; rejects if the push service cannot be reached. */
export type SendPush = (message: PushMessage) => Promise<number>

const timeout = 10_000
/** Seconds that a push service keeps the message for a device without a network: until the evening. */
const timeToLive = 8 * 60 * 60

/** A test replaces the check of addresses. */
export const createPushSender =
  (connection: Pick<RequestOptions, 'lookup' | 'ca'> = { lookup: publicLookup }): SendPush =>
  ({ endpoint, authorization, body }) =>
    new Promise((resolve, reject) => {
      const sent = request(
        endpoint,
        {
          ...connection,
          method: 'POST',
          headers: {
            authorization,
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
            'content-length': body.length,
            ttl: timeToLive,
            urgency: 'normal',
          },
          // A redirect is not followed: its target would need the same checks.
          signal: AbortSignal.timeout(timeout),
        },
        (answer) => {
          answer.destroy()
          resolve(answer.statusCode ?? 0)
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
