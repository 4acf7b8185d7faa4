import { can } from '#domain/access/policy.ts'
import { entities } from '#domain/catalogue/catalogue.ts'
import { ownWorkOf, territoryOf } from '#domain/access/actor.ts'
import type { PackAccount } from '#domain/field/pack.ts'
import { forbidden } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import { ownEmployee } from '../../assignments/own-employee.ts'
import type { Context } from '../../core/context.ts'
import { hiddenFieldsFor } from '../../core/gate.ts'
import type { Db } from '../../store/dialect.ts'
import { digestOf } from './cursor.ts'

/** Subjects besides the customer; what the account may not read is left out of the pack. */
const optionalSubjects = [
  'visit',
  'balance',
  'customerPlace',
  'customerLicence',
  'cityPlace',
  'city',
  'employee',
  'holiday',
  'crop',
  'cropLot',
  'material',
  'season',
  'soil',
  'cropSoilSeasonMapping',
  'cropMaterialMapping',
  'company',
] as const
type OptionalSubject = (typeof optionalSubjects)[number]

/** Who reads the pack, and what this account may read. */
export interface PackReader {
  account: string
  employee: string | null
  may: (subject: OptionalSubject) => boolean
  /** Fields of customers that are masked. */
  hidden: readonly string[]
  packAccount: PackAccount
  /** Differs when the whole pack has to be sent again. */
  digest: string
}

export async function packReader(ctx: Context, db: Db): Promise<PackReader> {
  const { actor } = ctx
  // What an administrator sees as another user does not belong on a phone.
  if (actor.kind !== 'account' || ctx.viewer)
    throw forbidden(t('Only the account that is logged in on the phone can sync it'))
  const readable = new Set<string>(optionalSubjects.filter((subject) => can(actor, 'read', subject).allowed))
  const employee = readable.has('employee') ? await ownEmployee(ctx, db) : null
  const named =
    employee === null
      ? undefined
      : await db
          .selectFrom('employee')
          .select('name')
          .where('employee_number', '=', employee)
          .executeTakeFirst()
  const hidden = hiddenFieldsFor(actor, entities.customer)
  return {
    account: actor.id,
    employee,
    may: (subject) => readable.has(subject),
    hidden,
    packAccount: {
      id: actor.id,
      username: actor.name,
      employee: employee === null ? null : { number: employee, name: named?.name ?? employee },
    },
    // The scope decides also which employees are shown by name.
    digest: digestOf([
      actor.id,
      employee,
      [...readable],
      hidden,
      territoryOf(actor) ?? null,
      ownWorkOf(actor) ?? null,
      [...ctx.config.weeklyOffs],
    ]),
  }
}
