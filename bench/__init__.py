"""How fast it is: `make bench` on this machine, `python -m bench.gpu` on one with a CUDA GPU."""
