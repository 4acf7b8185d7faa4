/** The last generated code, `CR0000` before the first. The specification has no path for employees; ours follows the others. */
export const lastCodeLookups: readonly { path: string; entity: string; answer: string }[] = [
  { path: '/api/cropCodes', entity: 'crop', answer: 'lastCropCode' },
  { path: '/api/form/previousSoilCode', entity: 'soil', answer: 'previousSoilCode' },
  { path: '/api/form/previousSeasonCode', entity: 'season', answer: 'previousSeasonCode' },
  { path: '/api/form/previousMaterialCode', entity: 'material', answer: 'previousMaterialCode' },
  { path: '/api/form/previousEmployeeNumber', entity: 'employee', answer: 'previousEmployeeNumber' },
]
