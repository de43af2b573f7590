/* The program as a rank of an MPI job. It is here and not beside ranks.c, so that the library does
 * without MPI. */
#ifndef CLI_MPI_JOB_H
#define CLI_MPI_JOB_H

#include <stdbool.h>

/* At the beginning of the program: on ranks other than 0, what is written is thrown away. At its
 * end: if a rank was lost, MPI is left without waiting for it, which would be for ever. */
void mpi_job_begin(int *argc, char ***argv);
void mpi_job_end(bool all_there);

#endif
