import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { groupLabels, railGroups, railPlaceAt, railScreens, type RailGroup } from '#domain/screens/rail.ts'
import type { ScreenEntry } from '#domain/screens/screens.ts'
import { useMayOpen } from '../../../access/use-may-open.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { ScreenIcon } from '../../../ui/screen-icon.tsx'
import { t } from '#domain/messages/t.ts'

/** The number behind the label of a form is its place in the Forms menu. */
const labelOf = ({ label, shortLabel = label, form }: ScreenEntry): string =>
  form ? t(label).replace(/\(\d+\)$/, '') : t(shortLabel)

const storageKey = 'rail groups'
/** The longest groups are closed until they are needed. */
const closedFirst: readonly RailGroup[] = ['masters', 'office']

type Choices = Readonly<Record<string, boolean>>

/** Stored as `masters=open&work=closed`. */
function readChoices(): Choices {
  try {
    const stored = new URLSearchParams(localStorage.getItem(storageKey) ?? '')
    return Object.fromEntries([...stored].map(([group, state]) => [group, state === 'open']))
  } catch {
    return {}
  }
}

function saveChoices(choices: Choices): void {
  const states = Object.entries(choices).map(([group, isOpen]) => [group, isOpen ? 'open' : 'closed'])
  try {
    localStorage.setItem(storageKey, String(new URLSearchParams(states)))
  } catch {
    // Without storage they last as long as the page is open.
  }
}

/** All screens the account may open, by group. `isFolding`: each group can be closed, which this browser remembers. */
export function ScreenGroups({ isFolding = false }: { isFolding?: boolean }): ReactNode {
  const mayOpen = useMayOpen()
  const current = railPlaceAt(useLocation().pathname)
  const [choices, setChoices] = useState(readChoices)
  const [shown, setShown] = useState(current?.path)
  // The group of the current place opens when a screen in it is opened.
  if (shown !== current?.path) {
    setShown(current?.path)
    if (current && choices[current.group] === false) setChoices(({ [current.group]: _, ...others }) => others)
  }
  return railGroups.map((group) => {
    const screens = railScreens(group).filter((screen) => mayOpen(screen))
    if (screens.length === 0) return null
    const isOpen =
      !isFolding || (choices[group] ?? (current?.group === group || !closedFirst.includes(group)))
    const toggle = (): void => {
      const next = { ...choices, [group]: !isOpen }
      setChoices(next)
      saveChoices(next)
    }
    return (
      <div key={group} className="screen-group">
        <div className="group-name">
          {isFolding ? (
            <button type="button" aria-expanded={isOpen} onClick={toggle}>
              {t(groupLabels[group])}
              <Icon name="down" />
            </button>
          ) : (
            t(groupLabels[group])
          )}
        </div>
        {isOpen && <GroupEntries screens={screens} current={current?.path} />}
      </div>
    )
  })
}

interface GroupEntriesProps {
  screens: readonly ScreenEntry[]
  /** The path of the entry at the current place. */
  current: string | undefined
}

function GroupEntries({ screens, current }: GroupEntriesProps): ReactNode {
  const bySection = Map.groupBy(screens, ({ icon, section }) => (icon ? '' : section))
  return [...bySection].map(([section = '', entries]) => (
    <div key={section} className={section ? 'screen-section' : undefined}>
      {section && <p className="section-name">{t(section)}</p>}
      <ul>
        {entries.map((screen) => (
          <li key={screen.path}>
            <Link
              to={screen.path}
              className="screen-entry"
              title={labelOf(screen)}
              aria-current={screen.path === current ? 'page' : undefined}
            >
              {screen.icon && <ScreenIcon name={screen.icon} />}
              <span className="screen-name">{labelOf(screen)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ))
}
