/** Why a database could not be opened, in one sentence, if an administrator can fix it; else undefined. */
export function explainOpenError(error: unknown, dataDir: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  const errcode = 'errcode' in error ? Number(error.errcode) & 255 : 0
  return explainFileError(code, errcode, `The data folder ${dataDir}`) ?? explainPostgresError(code, error)
}

function explainFileError(code: string, errcode: number, folder: string): string | undefined {
  // SQLITE_CORRUPT, SQLITE_NOTADB
  if (errcode === 11 || errcode === 26)
    return `${folder} contains a database file that is damaged or not a database. Restore a backup.`
  // SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM
  if ([8, 14, 3].includes(errcode) || code === 'EROFS' || code === 'EPERM')
    return `${folder} or a file in it cannot be opened for writing. Give this user write permission, or set DATA_DIR to another folder.`
  if (code === 'EACCES')
    return 'This user may not use the port or the folder. Set PORT or DATA_DIR to another one.'
  if (code === 'ENOTDIR' || code === 'EEXIST' || code === 'EISDIR')
    return `${folder} is not a folder, or a file in it is one. Set DATA_DIR to another folder.`
  if (errcode === 13 || code === 'ENOSPC')
    return `${folder} is on a disk that is full. Free some space, then start again.`
  if (errcode === 10 || code === 'EIO')
    return `${folder} is on a disk that cannot be read or written. Check the disk.`
  return undefined
}

function explainPostgresError(code: string, { message }: Error): string | undefined {
  if (
    /^E(CONNREFUSED|CONNRESET|NOTFOUND|HOSTUNREACH|NETUNREACH|TIMEDOUT|AI_AGAIN)|^3D000|^28|^08|^57P|^53300/.test(
      code,
    )
  )
    return `The database in DATABASE_URL refuses the connection (${code}). Check the address, the name and the password.`
  if (/timeout exceeded when trying to connect|Connection terminated/i.test(message))
    return 'The database in DATABASE_URL does not answer. Check the address, and that it is running.'
  if (code === '25006')
    return 'The database in DATABASE_URL is read-only, as a standby server is. Use the address of the primary.'
  if (code === '42501')
    return 'The user in DATABASE_URL may not create tables in that database. Make it the owner of the database.'
  return undefined
}
