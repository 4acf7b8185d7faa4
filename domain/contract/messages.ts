/** Section 8 of the specification, literally: the messages after a submit. */
export interface SubmitMessages {
  saved: string
  /** The server rejected the request. */
  refused: string
  /** The server could not be reached. */
  unreachable: string
}

const defaultMessages: SubmitMessages = {
  saved: 'Message sent successfully',
  refused: 'Message not sent',
  unreachable: 'Message not sent',
}

const mapping: SubmitMessages = {
  saved: 'Mapping saved successfully',
  refused: 'Failed to save mapping',
  unreachable: 'Mapping not saved',
}

const messagesByEntity: Record<string, SubmitMessages> = {
  soil: {
    saved: 'Contact form 20 created successfully',
    refused: 'Failed to create contact form 20',
    unreachable: 'Failed to create contact form 20',
  },
  material: {
    saved: 'Material submitted successfully',
    refused: 'Material not submitted',
    unreachable: 'Material not submitted',
  },
  customer: {
    saved: 'Contact form 24 submitted successfully',
    refused: 'Failed to submit contact form 24',
    unreachable: 'Failed to submit contact form 24',
  },
  // The specification has no message for a refusal here, so the one for a network failure is used.
  cropSoilSeasonMapping: { ...mapping, refused: mapping.unreachable },
  cropMaterialMapping: mapping,
  employee: {
    saved: 'Employee data submitted successfully',
    refused: 'Failed to submit employee data',
    unreachable: 'Failed to submit employee data',
  },
  // Not in the specification, which has no form for it.
  service: {
    saved: 'Service saved',
    refused: 'Service not saved',
    unreachable: 'Service not saved',
  },
  visit: {
    saved: 'Form submitted successfully!',
    refused: 'Failed to submit the form. Please try again.',
    unreachable: 'Error submitting the form. Please try again.',
  },
}

export const messagesOf = (entity: string): SubmitMessages => messagesByEntity[entity] ?? defaultMessages
