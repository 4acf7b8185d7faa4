// Two screens in one file: they share most of their code, and whoever plans a day goes from one to the other.
export { calendarRoute } from './calendar-page.tsx'
export { roundRoute } from './round-page.tsx'
// After what it overrules.
import '../styles/print.css'
