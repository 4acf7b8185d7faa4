/** The last code dealt out, `CR0000` before the first. The seed names no path for employees; theirs is like the others. */
export const lastCodeLookups: readonly { path: string; entity: string; answer: string }[] = [
  { path: '/api/cropCodes', entity: 'crop', answer: 'lastCropCode' },
  { path: '/api/form/previousSoilCode', entity: 'soil', answer: 'previousSoilCode' },
  { path: '/api/form/previousSeasonCode', entity: 'season', answer: 'previousSeasonCode' },
  { path: '/api/form/previousMaterialCode', entity: 'material', answer: 'previousMaterialCode' },
  { path: '/api/form/previousEmployeeNumber', entity: 'employee', answer: 'previousEmployeeNumber' },
]
