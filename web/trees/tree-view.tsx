// HTML has no element for a tree.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { Icon } from '../ui/icon.tsx'
import type { Line } from './branches.ts'
import { formatCounts } from './tree-words.ts'
import type { TreeState } from './use-tree.ts'
import { labelInSentence } from '../masters/label-in-sentence.ts'
import { t } from '#domain/messages/t.ts'

interface TreeViewProps {
  label: string
  tree: TreeState
  /** The row that has, or last had, the focus. */
  at: string | null
  onGo: (key: string) => void
  /** Enter: moves the focus to the panel of the node. */
  onChoose: () => void
}

/** Keyboard support of the ARIA tree view pattern: arrows, Home and End, letters, and * to expand all siblings. */
export function TreeView({ label, tree, at, onGo, onChoose }: TreeViewProps): ReactNode {
  const { lines } = tree
  const root = lines[0]?.branch
  const list = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const wantsFocus = useRef(false)
  const current = Math.max(
    0,
    lines.findIndex(({ key }) => key === at),
  )
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  const go = (line: Line | undefined): void => {
    if (!line) return
    wantsFocus.current = true
    onGo(line.key)
  }
  const activate = (line: Line): void => {
    if (!line.branch) void tree.more(line.parent)
    else onChoose()
  }
  const findTyped = (letter: string, now: number): Line | undefined => {
    const text = now - typed.current.at < 1000 ? typed.current.text + letter : letter
    typed.current = { text, at: now }
    const from = text.length > 1 ? current : current + 1
    const order = [...lines.slice(from), ...lines.slice(0, from)]
    return order.find(({ branch }) =>
      [branch?.node.code, branch?.node.name].some((words) => words?.toLowerCase().startsWith(text)),
    )
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const line = lines[current]
    if (!line || event.ctrlKey || event.altKey || event.metaKey) return
    const { branch, parent } = line
    const canExpand = branch && branch.node.below > 0
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(lines[current + 1]),
      ArrowUp: () => go(lines[current - 1]),
      Home: () => go(lines[0]),
      End: () => go(lines.at(-1)),
      ArrowRight: () => {
        if (branch?.isOpen) go(lines[current + 1])
        else if (canExpand) void tree.open(branch)
      },
      ArrowLeft: () => {
        if (branch?.isOpen) tree.close(branch)
        else if (parent) go(lines.find(({ key }) => key === parent.key))
      },
      Enter: () => activate(line),
      ' ': () => activate(line),
      '*': () => {
        const siblings = lines.filter((each) => each.parent?.key === parent?.key && each.level === line.level)
        for (const { branch: each } of siblings)
          if (each && each.node.below > 0 && !each.isOpen) void tree.open(each)
      },
    }
    const handler = keys[event.key]
    // Any navigation key resets the type-ahead.
    if (handler) typed.current.text = ''
    if (handler) handler()
    else if (event.key.length === 1) go(findTyped(event.key.toLowerCase(), event.timeStamp))
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={list}
      className="tree"
      role="tree"
      tabIndex={-1}
      aria-label={label}
      aria-busy={tree.isBusy || undefined}
      onKeyDown={onKeyDown}
    >
      {lines.map((line, index) => (
        <TreeLine
          key={line.key}
          line={line}
          isCurrent={index === current}
          rootPlural={root ? labelInSentence(labelsOf(root.node.entity).plural) : ''}
          onGo={() => go(line)}
          onToggle={() => {
            const { branch } = line
            if (!branch) void tree.more(line.parent)
            else if (branch.isOpen) tree.close(branch)
            else if (branch.node.below > 0) void tree.open(branch)
          }}
        />
      ))}
    </div>
  )
}

interface TreeLineProps {
  line: Line
  isCurrent: boolean
  /** What the roots of the tree are called, such as "countries". */
  rootPlural: string
  onGo: () => void
  onToggle: () => void
}

function TreeLine({ line, isCurrent, rootPlural, onGo, onToggle }: TreeLineProps): ReactNode {
  const { branch, parent, level, place, size } = line
  const hasChildren = branch !== undefined && branch.node.below > 0
  return (
    // The parent tree handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="treeitem"
      className={`tree-line tree-level-${Math.min(level, 5)}`}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={size}
      aria-expanded={hasChildren ? branch.isOpen : undefined}
      aria-selected={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => {
        onGo()
        if (!branch) onToggle()
      }}
      onDoubleClick={onToggle}
    >
      {/* For the mouse; the keyboard expands with the right arrow. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <span
        className={hasChildren ? `tree-toggle${branch.isOpen ? ' is-open' : ''}` : 'tree-toggle is-leaf'}
        onClick={(event) => {
          event.stopPropagation()
          onGo()
          onToggle()
        }}
        // A double click on the toggle counts as two clicks.
        onDoubleClick={(event) => event.stopPropagation()}
      >
        {hasChildren && <Icon name="down" />}
      </span>
      {branch ? (
        <>
          <span className="tree-name">{branch.node.name}</span>
          <span className="tree-code">
            {t(labelsOf(branch.node.entity).singular)} {branch.node.code}
          </span>
          <span className="tree-counts">{formatCounts(branch.node)}</span>
        </>
      ) : (
        <span className="tree-more">
          {parent
            ? t('Show more in {name}', { name: parent.node.name })
            : t('Show more {plural}', { plural: rootPlural })}
        </span>
      )}
    </div>
  )
}
