// Playwright takes the default export of this file and runs it once before all tests.
import { prepareData } from './prepared-data.ts'

export default prepareData
