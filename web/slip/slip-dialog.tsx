import { useEffect, useState, type ReactNode } from 'react'
import { slipIn, textOfSlip, type Slip, type SlipFacts } from '#domain/advice/slip.ts'
import { languageNames } from '#domain/messages/language-names.ts'
import { isLanguageCode, languageCodes } from '#domain/messages/languages.ts'
import { t } from '#domain/messages/t.ts'
import { currentReader } from '../messages/language.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { loadCode } from '../ui/load-code.ts'
import { notify } from '../ui/notices.tsx'
import { languageOfCustomer, languageOfSlip } from './slip-languages.ts'
import '../ui/controls.css'
import './slip.css'

interface SlipDialogProps {
  facts: SlipFacts
  onClose: () => void
}

/** The advice of a visit on a slip for the farmer, to print or to share, in the language of the farmer. */
export function SlipDialog({ facts, onClose }: SlipDialogProps): ReactNode {
  const [code, setCode] = useState(() => languageOfCustomer(facts.customerLocalName, currentReader().code))
  useEffect(() => {
    // Another script than that of the page; without its code the text is in the fonts of the device.
    void loadCode(() => import('../language/load-fonts.ts')).then(
      ({ loadFonts }) => loadFonts(code),
      () => undefined,
    )
  }, [code])
  const slip = slipIn(languageOfSlip(code), facts)
  const text = textOfSlip(facts.firm, slip)
  const copy = async (): Promise<void> => {
    if (await copyText(null, text)) notify({ tone: 'good', text: t('Copied') })
    else notify({ tone: 'bad', text: t('This browser does not copy. Print the slip instead.') })
  }
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ title: slip.heading, text })
    } catch (error) {
      // The user closed the list of apps.
      if (error instanceof DOMException && error.name === 'AbortError') return
      await copy()
    }
  }
  return (
    <Dialog heading={t('Slip for the farmer')} onClose={onClose}>
      <Field label={t('Language of the slip')}>
        {(attributes) => (
          <select
            {...attributes}
            className="control"
            name="language"
            value={code}
            onChange={({ target: { value } }) => isLanguageCode(value) && setCode(value)}
          >
            {languageCodes.map((each) => (
              <option key={each} value={each} lang={each}>
                {languageNames[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <SlipSheet firm={facts.firm} slip={slip} lang={code} />
      <DialogActions>
        {'share' in navigator ? (
          <Button tone="main" name="share" onClick={() => void share()}>
            {t('Share')}
          </Button>
        ) : (
          <Button tone="main" name="copy" onClick={() => void copy()}>
            {t('Copy as text')}
          </Button>
        )}
        <Button name="print" onClick={() => window.print()}>
          {t('Print')}
        </Button>
        <Button onClick={onClose}>{t('Close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

interface SlipSheetProps {
  firm: string
  slip: Slip
  lang: string
}

function SlipSheet({ firm, slip, lang }: SlipSheetProps): ReactNode {
  return (
    <article className="slip" lang={lang}>
      <header>
        {firm !== '' && <p className="slip-firm">{firm}</p>}
        <h3>{slip.heading}</h3>
      </header>
      <dl>
        {slip.facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul>
        {slip.lines.map(({ material, crop, dose, facts }, at) => (
          <li key={at}>
            <strong>{crop === null ? material : `${material} · ${crop}`}</strong>
            {dose !== null && <span className="slip-dose">{dose}</span>}
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </li>
        ))}
      </ul>
      {slip.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </article>
  )
}
