/** Why a database could not be opened, in one sentence, where an administrator can do something about it. */
export function explainOpening(error: unknown, dataDir: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  const errcode = 'errcode' in error ? Number(error.errcode) & 255 : 0
  return sentenceOfFile(code, errcode, `The data folder ${dataDir}`) ?? sentenceOfPostgres(code, error)
}

function sentenceOfFile(code: string, errcode: number, folder: string): string | undefined {
  // SQLITE_CORRUPT, SQLITE_NOTADB
  if (errcode === 11 || errcode === 26)
    return `${folder} holds a database file that is damaged or no database. Put a backup in its place.`
  // SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM
  if ([8, 14, 3].includes(errcode) || code === 'EROFS' || code === 'EPERM')
    return `${folder} or a file in it cannot be opened for writing. Give this user the right to write there, or set DATA_DIR to another folder.`
  if (code === 'EACCES')
    return 'This port or folder may not be used by this user. Set PORT or DATA_DIR to something that may.'
  if (code === 'ENOTDIR' || code === 'EEXIST' || code === 'EISDIR')
    return `${folder} is not a folder, or a file in it is one. Set DATA_DIR to another folder.`
  if (errcode === 13 || code === 'ENOSPC')
    return `${folder} is on a disk that is full. Make room, then start again.`
  if (errcode === 10 || code === 'EIO')
    return `${folder} is on a disk that cannot be read or written. Check the disk.`
  return undefined
}

function sentenceOfPostgres(code: string, { message }: Error): string | undefined {
  if (
    /^E(CONNREFUSED|CONNRESET|NOTFOUND|HOSTUNREACH|NETUNREACH|TIMEDOUT|AI_AGAIN)|^3D000|^28|^08|^57P|^53300/.test(
      code,
    )
  )
    return `The database in DATABASE_URL does not let us in (${code}). Check the address, the name and the password.`
  if (/timeout exceeded when trying to connect|Connection terminated/i.test(message))
    return 'The database in DATABASE_URL does not answer. Check the address, and that it is running.'
  if (code === '25006')
    return 'The database in DATABASE_URL is read-only, as a standby server is. Use the address of the primary.'
  if (code === '42501')
    return 'The user in DATABASE_URL may not make tables in that database. Make it the owner of the database.'
  return undefined
}
