import { expect, it } from 'vitest'
import { deviceLabel } from './device-label.ts'

it.each([
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.9.1', 'curl'],
  ['Linux પર Chrome', 'Chrome on Linux'],
  ['Samsung Internet on Android', 'Samsung Internet on Android'],
  ['Firefox on iOS', 'Firefox on iOS'],
  ['the phone of the depot', 'the phone of the depot'],
  ['', 'an unknown device'],
])('labels %j as %s', (userAgent, label) => expect(deviceLabel(userAgent)).toBe(label))
