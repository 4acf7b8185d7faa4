import { t } from '#domain/messages/t.ts'
import { notify } from '../../ui/notices.tsx'
import { idPattern } from '../former-code.ts'

/** Says on the next page why it is not the requested one. */
export const noteFormer = (requested: string, code: string): void =>
  notify({
    tone: 'good',
    text: idPattern.test(requested)
      ? t('This record was merged into {code}', { code })
      : t('{former} is a former code: it is {code} now', { former: requested, code }),
    crossesPages: true,
  })
