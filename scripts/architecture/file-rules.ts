import { viewsOf } from './source-views.ts'
import { baseName, isCode, isTest, lineAt, type Finding, type Tree } from './tree.ts'

const maxLines = 400
/** Besides tests and style sheets. */
const maxSources = 15
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/
const named = /\.(?:ts|tsx|mts|mjs|js|css|html|sql)$/

export function checkNames(tree: Tree): Finding[] {
  return [...tree.keys()]
    .filter(
      (file) =>
        named.test(file) &&
        !file
          .replace(/^\./, '')
          .split('/')
          .every((part) => kebabCase.test(part)),
    )
    .map((file) => ({ file, sentence: 'Files and folders of code have kebab-case names.' }))
}

export function checkBarrels(tree: Tree): Finding[] {
  return [...tree.keys()]
    .filter((file) => isCode(file) && baseName(file).startsWith('index.'))
    .map((file) => ({
      file,
      sentence: 'There are no barrels: an import names the file that declares the thing.',
    }))
}

/** Folders of files that are found by their names alone. */
const isLibrary = /^web\/ui$|^domain\/catalogue\/entities$/

export function checkFolders(tree: Tree): Finding[] {
  const sources = [...tree.keys()].filter((file) => isCode(file) && !isTest(file))
  const folders = Object.groupBy(sources, (file) => file.split('/').slice(0, -1).join('/'))
  return Object.entries(folders).flatMap(([folder, files = []]) =>
    files.length > maxSources && !isLibrary.test(folder)
      ? [
          {
            file: folder,
            sentence: `No folder has more than ${maxSources} sources. (It has ${files.length}.)`,
          },
        ]
      : [],
  )
}

export function checkLength(tree: Tree): Finding[] {
  return [...tree].flatMap(([file, source]) => {
    if (!isCode(file) && !file.endsWith('.css')) return []
    const lines = viewsOf(source).withStrings.split('\n')
    const count = lines.filter((line) => line.trim() !== '').length
    return count > maxLines
      ? [{ file, sentence: `No file is over ${maxLines} lines of code. (It has ${count}.)` }]
      : []
  })
}

type TextRule = { view: 'code' | 'comments'; is: RegExp; sentence: string; except?: RegExp }

const textRules: TextRule[] = [
  {
    view: 'code',
    is: /\bexport\s+default\b|\bas\s+default\b/g,
    sentence: 'There are no default exports, except in *.config.ts.',
    except: /\.config\.ts$/,
  },
  {
    view: 'code',
    is: /(?:[:|&<]|\bas|=>)\s*any\b(?!\s*[\w'(:])|,\s*any\s*>/g,
    sentence: 'No type is any: name the type, or use unknown.',
  },
  { view: 'comments', is: /@ts-(?:ignore|nocheck)\b/g, sentence: 'The type checker is not switched off.' },
  {
    view: 'code',
    is: /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:only|skip|fixme)\b/g,
    sentence: 'No test is skipped or singled out.',
  },
  {
    view: 'comments',
    is: /\b(?:TODO|FIXME)\b/g,
    sentence: 'No comment is a TODO: do it, or open an issue.',
  },
  {
    view: 'code',
    // Not a spread list, whose elements are all started by the same function.
    is: /\bPromise\.all\(\s*\[(?!\.\.\.)/g,
    sentence:
      'The server starts different tasks with inParallel: an element that throws would leave the promises before it without a handler.',
    except: /^(?!server\/)|\.test\.ts$/,
  },
  {
    view: 'code',
    is: /\bset(?:Is)?(?:Busy|Saving|Sending)\b/g,
    sentence: 'The web app sends with useSubmit, or keeps its busy flag with useBusy.',
    except: /^(?!web\/)|\.test\.tsx?$/,
  },
  {
    view: 'code',
    is: /\bnew AbortController\b/g,
    sentence: 'The web app reads with useQuery, which aborts.',
    // These do not abort the read of one screen: see decision 036.
    except:
      /^(?!web\/)|\.test\.tsx?$|^web\/(?:api\/client|ui\/use-query|lists\/menus\/use-export|imports\/use-(?:upload|import-job)|calendar\/grid\/listen-for-drags)\.ts$/,
  },
  {
    view: 'code',
    is: /<table\b/g,
    sentence: 'Tables are shown with DataTable (web/ui/data-table.tsx).',
    // The calendar and the editable rows of an import are grids: see decision 043.
    except:
      /^(?!web\/)|\.test\.tsx$|^web\/(?:ui\/data-table|calendar\/grid\/calendar-(?:month|week)|imports\/rows\/fix-grid)\.tsx$/,
  },
  {
    view: 'code',
    is: /<dialog\b/g,
    sentence: 'Dialogs are shown with Dialog (web/ui/dialog.tsx).',
    except: /^(?!web\/)|\.test\.tsx$|^web\/ui\/dialog\.tsx$/,
  },
]

export function checkText(tree: Tree): Finding[] {
  return [...tree].flatMap(([file, source]) => {
    if (!isCode(file)) return []
    const views = viewsOf(source)
    return textRules
      .filter((rule) => !rule.except?.test(file))
      .flatMap((rule) =>
        [...views[rule.view].matchAll(rule.is)].map((match) => ({
          file,
          line: lineAt(source, match.index),
          sentence: rule.sentence,
        })),
      )
  })
}
