// The order of the modules: a folder directly in server or web imports domain, itself and the modules before it.
export interface Module {
  name: string
  is: RegExp
  mayImport: readonly string[]
  sentence: string
}

const serverOrder = [
  'project',
  'base',
  'store',
  'core',
  'access',
  'records',
  'audit',
  'accounts',
  'http',
  'assignments',
  'advice-guard',
  'promises',
  'visits',
  'visit-groups',
  'advice',
  'export',
  'changes',
  'rename-merge',
  'retirement',
  'documents',
  'imports',
  'balances',
  'trees',
  'reference-data',
  'dashboard',
  'data-quality',
  'duplicates',
  'saved-views',
  'planner',
  'calendar',
  'day-route',
  'planning',
  'record-page',
  'number-series',
  'search',
  'customers',
  'field',
  'receivables',
  'collections',
  'reminders',
  'change-feed',
  'webhooks',
  'personal-data',
  'plan-results',
  'plan-approvals',
  'backups',
  'move',
  'operations',
  'home',
  'starter',
]

const webOrder = [
  'styles',
  'messages',
  'api',
  'ui',
  'language',
  'access',
  'outbox',
  'accounts',
  'masters',
  'users',
  'admin',
  'saved-views',
  'changes',
  'lists',
  'rename-merge',
  'records',
  'bin',
  'trees',
  'imports',
  'search',
  'slip',
  'customers',
  'holidays',
  'data-quality',
  'duplicates',
  'plan-results',
  'dashboard',
  'visit-groups',
  'visits',
  'visit-entry',
  'reminders',
  'planner',
  'calendar',
  'map',
  'day-route',
  'field',
  'proposals',
  'phones',
  'roles',
  'audit',
  'tokens',
  'webhooks',
  'balances',
  'handover',
  'advice',
  'reference-data',
  'number-series',
  'receivables',
  'plan-approvals',
  'work-plans',
  'collections',
  'home',
  'public-site',
  'app',
]

/** The files directly in server or web assemble the modules and may import all of them. */
function modulesOf(area: 'server' | 'web', order: readonly string[]): Module[] {
  const names = order.map((folder) => `${area}/${folder}`)
  const top: Module = {
    name: area,
    is: new RegExp(`^${area}/[^/]+$`),
    mayImport: ['domain', ...names],
    sentence: `A file directly in ${area} imports domain and ${area} only.`,
  }
  return [
    ...names.map((name, at) => ({
      name,
      is: new RegExp(`^${name}/`),
      mayImport: ['domain', ...names.slice(0, at)],
      sentence: `${name} imports domain, itself and the folders before it in scripts/architecture/modules.ts.`,
    })),
    top,
  ]
}

export const modules: readonly Module[] = [
  {
    name: 'domain',
    is: /^domain\//,
    mayImport: [],
    sentence:
      'domain imports nothing outside domain: no Node, no other folder, no package except the schema library in domain/api.',
  },
  ...modulesOf('server', serverOrder),
  ...modulesOf('web', webOrder),
]

export const moduleOf = (path: string): Module | undefined => modules.find(({ is }) => is.test(path))

export function mayImport(module: Module, path: string): boolean {
  const target = moduleOf(path)
  return target !== undefined && (target.name === module.name || module.mayImport.includes(target.name))
}

/** Routes handle HTTP and call services, which use the store. */
export const isRoute = (path: string): boolean => /^server\/(?:http\/|.*-routes\.ts$)/.test(path)
