import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { ConfigError } from '../base/config.ts'
import { checkRegistrationRole } from './first-administrator.ts'

describe.each(databaseNames)('REGISTRATION_ROLE on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const check = (registrationRole: string): Promise<void> =>
    checkRegistrationRole({
      ...test.ctx,
      config: { ...test.config, registration: 'open', registrationRole },
    })

  it.each([
    ['KING', 'REGISTRATION_ROLE should be the code of a role, not "KING"'],
    ['ADMIN', 'REGISTRATION_ROLE should not be ADMIN'],
  ])('refuses to start with %s', async (role, sentence) => {
    await expect(check(role)).rejects.toThrow(ConfigError)
    await expect(check(role)).rejects.toThrow(sentence)
  })

  it('can be any other existing role', () => expect(check('FIELD')).resolves.toBeUndefined())
})
