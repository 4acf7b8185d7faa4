import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('METRICS_PORT', () => {
  it.each([
    ['4000', 14_000],
    ['4001', 14_001],
    ['60000', 50_000],
    ['65535', 55_535],
    ['0', 0],
  ])('is far from a PORT of %s unless it is set', (PORT, metricsPort) => {
    expect(readConfig({ PORT }).metricsPort).toBe(metricsPort)
    expect(readConfig({ PORT, METRICS_PORT: '9' }).metricsPort).toBe(9)
  })
})

describe('WEEKLY_OFF', () => {
  const offsOf = (WEEKLY_OFF?: string) => readConfig({ WEEKLY_OFF }).weeklyOffs

  it('is Sunday unless it says something else, in any letter case and order', () => {
    expect([offsOf(), offsOf(' '), offsOf('none')]).toEqual([['sunday'], ['sunday'], []])
    expect(offsOf('Sunday, SATURDAY,')).toEqual(['sunday', 'saturday'])
  })

  it.each(['sundays', 'sunday;monday', 'none,sunday', '0', ','])(
    '%j stops the start with a sentence',
    (text) => {
      expect(() => offsOf(text)).toThrow(`WEEKLY_OFF should be the days of the week`)
      expect(() => offsOf(text)).toThrow(`not "${text}"`)
    },
  )

  it('leaves at least one day to work', () => {
    const all = 'monday,tuesday,wednesday,thursday,friday,saturday,sunday'
    expect(() => offsOf(all)).toThrow('at least one day should be left')
  })
})

describe('SMTP_URL and MAIL_FROM', () => {
  const mailOf = (SMTP_URL?: string, MAIL_FROM?: string, SITE_URL?: string) =>
    readConfig({ SMTP_URL, MAIL_FROM, SITE_URL }).mail
  const from = 'Desk <desk@example.in>'
  const site = 'https://desk.example.in'

  it('say where mail is handed over, encrypted unless it stays on this machine', () => {
    expect(mailOf()).toBeUndefined()
    expect(mailOf('smtp://desk%40x:p%2Fw@mail.example', from, site)).toEqual({
      host: 'mail.example',
      port: 587,
      tls: 'asked for',
      login: { user: 'desk@x', pass: 'p/w' },
      from: { name: 'Desk', address: 'desk@example.in' },
      site,
    })
    expect(mailOf('smtps://mail.example', 'desk@example.in', site)).toMatchObject({
      port: 465,
      tls: 'from the start',
      login: undefined,
      from: { name: 'AgriDesk', address: 'desk@example.in' },
    })
    expect(mailOf('smtp://[::1]:2525?tls=none', from, site)).toMatchObject({
      host: '::1',
      port: 2525,
      tls: 'none',
    })
  })

  it.each([
    ['smtp://mail.example', undefined, site, 'SMTP_URL and MAIL_FROM belong together'],
    ['smtp://mail.example', from, undefined, 'SMTP_URL needs SITE_URL'],
    ['mail.example:587', from, site, 'SMTP_URL should look like'],
    ['https://mail.example', from, site, 'SMTP_URL should look like'],
    ['smtp://u:topsecret@mail.example/inbox', from, site, 'SMTP_URL should look like'],
    ['smtp://u:%zz@mail.example', from, site, 'SMTP_URL should look like'],
    ['smtp://onlyuser@mail.example', from, site, 'SMTP_URL should look like'],
    ['smtp://mail.example?tls=maybe', from, site, 'SMTP_URL should look like'],
    ['smtps://localhost?tls=none', from, site, 'SMTP_URL should look like'],
    ['smtp://mail.example?tls=none', from, site, 'SMTP_URL may say tls=none only for a mail server on this'],
    ['smtp://mail.example', 'Desk', site, 'MAIL_FROM should be an e-mail address'],
    ['smtp://mail.example', 'a@b.in, c@d.in', site, 'MAIL_FROM should be an e-mail address'],
  ])('%s, %s, %s stops the start with a sentence', (url, sender, address, sentence) => {
    expect(() => mailOf(url, sender, address)).toThrow(sentence)
    expect(() => mailOf(url, sender, address)).not.toThrow('topsecret')
  })
})
