"""The laboratory's statistics: what a referee asks for when stochastic algorithms are compared.

They agree with SciPy; where SciPy falls back to an approximation although the exact value is within reach, the
exact value is given and the approximation beside it.
"""

from ._native import (
    bootstrap_mean,
    ert,
    friedman,
    holm,
    mann_whitney,
    nemenyi,
    summary,
    wilcoxon,
    wilson,
)

__all__ = [
    "bootstrap_mean",
    "ert",
    "friedman",
    "holm",
    "mann_whitney",
    "nemenyi",
    "summary",
    "wilcoxon",
    "wilson",
]
