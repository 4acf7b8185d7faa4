import { t } from '#domain/messages/t.ts'

// The order matters: most user agents also contain the names of the browsers listed after them.
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (list: readonly [RegExp, string][], text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1]

/** A short name for a user agent: "Chrome on Android". */
export function deviceLabel(userAgent: string): string {
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser && system) return t('{browser} on {system}', { browser, system })
  return browser ?? system ?? (userAgent.split(/[\s/]/)[0] || t('an unknown device'))
}
