import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { ImportJob } from '#domain/imports/import-job.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { forgetImport } from '../api/imports.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { pluralOf } from './import-words.ts'

/** Takes a file off the list, for one that was given by mistake. */
export function ForgetImport({ job }: Readonly<{ job: ImportJob }>): ReactNode {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const forget = async (): Promise<void> => {
    try {
      await forgetImport(job.id).catch((error: unknown) => {
        // Somebody else was faster.
        if (!(error instanceof ApiProblem && error.status === 404)) throw error
      })
      notify({ tone: 'good', text: `${job.name} is off the list`, crossesPages: true })
      await navigate('/imports')
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error) })
    }
  }
  return (
    <p className="imports-forget">
      <Button tone="danger" onClick={() => setAsking(true)}>
        Delete this file
      </Button>
      {isAsking && (
        <Dialog heading="Delete this file?" onClose={() => setAsking(false)}>
          <p>
            {job.state === 'done'
              ? `The ${pluralOf(job.entity)} it loaded stay, and can still be taken back among the changes. `
              : 'Nothing of it was loaded. '}
            Its rows and what you changed in them cannot be brought back.
          </p>
          <p className="form-actions">
            <Button tone="main" onClick={() => void forget()}>
              Delete
            </Button>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
          </p>
        </Dialog>
      )}
    </p>
  )
}
