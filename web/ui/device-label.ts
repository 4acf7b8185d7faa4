import { t } from '#domain/messages/t.ts'

// The order matters: most user agents also contain the names of the browsers listed after them.
const browsers: readonly [RegExp, string][] = [
  [/\bEdg[Ae]?\b/, 'Edge'],
  [/\bOPR\b|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\b|\bSamsung Internet\b/, 'Samsung Internet'],
  [/\bFirefox\b|\bFxiOS\b/, 'Firefox'],
  [/\bChrome\b|\bCriOS\b|\bHeadlessChrome\b/, 'Chrome'],
  [/\bSafari\b/, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b|\biOS\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b|\bmacOS\b/, 'macOS'],
  [/\bCrOS\b|\bChromeOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (list: readonly [RegExp, string][], text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1]

/** A short name for a user agent, "Chrome on Android", or for such a name that a phone has sent in its own language. */
export function deviceLabel(userAgent: string): string {
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser && system) return t('{browser} on {system}', { browser, system })
  return browser ?? system ?? (userAgent.split('/')[0] || t('an unknown device'))
}
