// Draws the icons of the installed app from web/app/icon.svg: `node scripts/run.mjs scripts/icons.ts`.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from '../testing/find-tools.ts'

const web = fileURLToPath(new URL('../web', import.meta.url))
const svg = readFileSync(`${web}/app/icon.svg`, 'utf8')
const executablePath = findChromium()

/** `inset`: the part of the width left free at each side, because a launcher cuts a maskable icon to its own shape. */
const icons = [
  { name: 'icon-192', size: 192, inset: 0, isFilled: false },
  { name: 'icon-512', size: 512, inset: 0, isFilled: false },
  { name: 'icon-180', size: 180, inset: 0, isFilled: true },
  { name: 'icon-maskable-512', size: 512, inset: 0.1, isFilled: true },
]

const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
for (const { name, size, inset, isFilled } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const width = size * (1 - 2 * inset)
  await page.setContent(
    `<style>body{margin:0;background:${isFilled ? '#2b6635' : 'transparent'}}svg{display:block;width:${width}px;margin:${size * inset}px}</style>${svg}`,
  )
  await page.screenshot({ path: `${web}/public/${name}.png`, omitBackground: true })
  await page.close()
}
await browser.close()
