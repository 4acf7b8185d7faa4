import { useRef, useState, type ReactNode } from 'react'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import './person-menu.css'
import { LanguageChoice } from '../../../language/language-choice.tsx'
import { deferredDialog } from '../../../ui/deferred-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { useOnNavigate } from '../../../ui/use-on-navigate.ts'
import { initialsOf, roleWords } from './person-words.ts'
import { chooseTheme, currentTheme, themes, type Theme } from './theme.ts'
import { t } from '#domain/messages/t.ts'

const WhyDialog = deferredDialog(async () => (await import('../../../access/why-dialog.tsx')).WhyDialog)
const KeysDialog = deferredDialog(
  async () => (await import('../../../lists/dialogs/keys-dialog.tsx')).KeysDialog,
)

const panelId = 'person-menu'

/** Who is logged in, and what concerns only them. */
export function PersonMenu({ account }: { account: OwnAccountView }): ReactNode {
  const panel = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<'why' | 'keys' | null>(null)
  const close = (): void => panel.current?.hidePopover()
  useOnNavigate(close)
  const open = (next: typeof dialog): void => {
    close()
    setDialog(next)
  }
  const { username, email } = account
  const words = roleWords(account)
  return (
    <>
      <button type="button" className="person-chip" popoverTarget={panelId} title={words}>
        <span className="person-initials" aria-hidden="true">
          {initialsOf(username)}
        </span>
        <span className="person-words">
          <strong>{username}</strong> <span>{words}</span>
        </span>
        <Icon name="down" />
      </button>
      <div ref={panel} id={panelId} popover="auto" className="person-panel">
        <p className="person-head">
          <strong>{username}</strong>
          <span>{email}</span>
          <span>{words}</span>
        </p>
        <Link to="/account">{t('My account')}</Link>
        <button type="button" onClick={() => open('why')}>
          {t('What may I do?')}
        </button>
        <LanguageChoice />
        <ThemeChoice />
        <button type="button" className="for-keyboards" onClick={() => open('keys')}>
          {t('Keyboard shortcuts')}
        </button>
        <Link to="/logout">{t('Log out')}</Link>
      </div>
      {dialog === 'why' && <WhyDialog heading={t('What may I do?')} onClose={() => setDialog(null)} />}
      {dialog === 'keys' && <KeysDialog onClose={() => setDialog(null)} />}
    </>
  )
}

const themeLabels = (): Record<Theme, string> => ({ system: t('System'), light: t('Light'), dark: t('Dark') })

function ThemeChoice(): ReactNode {
  const [chosen, setChosen] = useState(currentTheme)
  const labels = themeLabels()
  return (
    <fieldset className="person-theme">
      <legend>{t('Theme')}</legend>
      {themes.map((theme) => (
        <label key={theme}>
          <input
            type="radio"
            name="theme"
            checked={theme === chosen}
            onChange={() => {
              chooseTheme(theme)
              setChosen(theme)
            }}
          />
          {labels[theme]}
        </label>
      ))}
    </fieldset>
  )
}
